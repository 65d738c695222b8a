import type { Service } from '@guilda/contract/catalog';
import type { Post } from '@guilda/contract/social';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { openServices } from '../catalog/index.ts';
import type { ShowPicture, ShowPictureTo } from '../pictures/index.ts';
import { type Moment, type MomentDeps, momentOf, seesAdult, toAuthor } from '../users/index.ts';
import type { PostRow } from './post-rows.ts';

export interface ShowPostsDeps extends MomentDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly showPicture: ShowPictureTo;
}

/** What stands of a post for adults whose author's own age is not checked. */
const withheldParts = { title: '', description: '', hashtags: [], photoURL: null, service: null };

interface Reader {
  readonly adult: boolean;
  readonly moment: Moment;
  readonly show: ShowPicture;
  /** The services pointed at that this reader may buy. */
  readonly services: ReadonlyMap<string, Service>;
}

function toPost(row: PostRow, { adult, moment, show, services }: Reader): Post {
  const withheld = row.sensitive && !adult;
  // Only its author reads the row of a hidden post.
  const hidden = row.hiddenReason === null ? null : { reason: row.hiddenReason };
  return {
    uid: row.post,
    title: row.title,
    description: row.description,
    hashtags: [...row.hashtags],
    // The picture of a hidden post is nobody's to get, its author's neither.
    photoURL: row.image === null || hidden !== null ? null : show(row.image, row.sensitive),
    service: (row.serviceId && services.get(row.serviceId)) || null,
    ...(withheld ? withheldParts : {}),
    likes: row.likeCount,
    liked: row.liked,
    commentCount: row.commentCount,
    author: toAuthor(row, moment),
    createdAt: `${row.publishedAt.slice(0, 23)}Z`,
    sensitive: row.sensitive,
    hidden,
    withheld,
  };
}

/**
 * Posts as the API shows them to a reader, in the order given: rows that `postOpenTo` let through,
 * with the services they point at read together.
 */
export const showPosts =
  (deps: ShowPostsDeps) =>
  async (actor: Actor, rows: readonly PostRow[]): Promise<Post[]> => {
    const wanted = rows.flatMap(({ serviceId }) => (serviceId === null ? [] : [serviceId]));
    const reader = {
      adult: seesAdult(actor),
      moment: momentOf(deps, actor),
      show: deps.showPicture(actor),
      services: await openServices(deps)(actor, wanted),
    };
    return rows.map((row) => toPost(row, reader));
  };
