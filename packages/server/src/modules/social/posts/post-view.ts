import type { Post } from '@guilda/contract/community/social';
import type { Service } from '@guilda/contract/services/catalog';
import type { Actor } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { getBuyableServices } from '../../catalog/index.ts';
import type { PictureUrlResolver, PictureUrlsFor } from '../../pictures/index.ts';
import {
  canSeeAdultContent,
  toAuthor,
  type ViewContext,
  type ViewContextDeps,
  viewContextFor,
} from '../../users/index.ts';
import type { PostRow } from './post-columns.ts';

export interface PostViewDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly pictureUrlsFor: PictureUrlsFor;
}

/** Fields that replace the content of a sensitive post for its author, when the author has no valid age check. */
const withheldContent = {
  title: '',
  description: '',
  hashtags: [],
  photoURL: null,
  photoSize: null,
  service: null,
};

/** What the view of a post depends on besides the post. */
interface PostReader {
  /** Result of `canSeeAdultContent` for the reader. */
  readonly adult: boolean;
  readonly viewContext: ViewContext;
  readonly resolvePictureUrl: PictureUrlResolver;
  /** The linked services that this reader may see, by id. */
  readonly services: ReadonlyMap<string, Service>;
}

function photoSizeOf({ imageWidth, imageHeight }: PostRow): Post['photoSize'] {
  if (imageWidth === null || imageHeight === null) return null;
  return { width: imageWidth, height: imageHeight };
}

function toPost(
  row: PostRow,
  { adult, viewContext, resolvePictureUrl, services }: PostReader,
): Post {
  const isWithheld = row.sensitive && !adult;
  // A hidden post is read only for its author, so the reader may see the reason.
  const hidden = row.hiddenReason === null ? null : { reason: row.hiddenReason };
  return {
    uid: row.post,
    title: row.title,
    description: row.description,
    hashtags: [...row.hashtags],
    // The picture of a hidden post is not served, not even to the author.
    photoURL:
      row.image === null || hidden !== null ? null : resolvePictureUrl(row.image, row.sensitive),
    photoSize: hidden === null ? photoSizeOf(row) : null,
    service: (row.serviceId && services.get(row.serviceId)) || null,
    ...(isWithheld ? withheldContent : {}),
    likes: row.likeCount,
    liked: row.liked,
    commentCount: row.commentCount,
    author: toAuthor(row, viewContext),
    createdAt: `${row.publishedAt.slice(0, 23)}Z`,
    sensitive: row.sensitive,
    hidden,
    withheld: isWithheld,
  };
}

/**
 * Posts as the API shows them to a reader, in the given order. The caller must have read the rows with `postVisibleTo`.
 * The services that the posts link to are read in one query.
 */
export const toPostViews =
  (deps: PostViewDeps) =>
  async (actor: Actor, rows: readonly PostRow[]): Promise<Post[]> => {
    const serviceIds = rows.flatMap(({ serviceId }) => (serviceId === null ? [] : [serviceId]));
    const reader = {
      adult: canSeeAdultContent(actor),
      viewContext: viewContextFor(deps, actor),
      resolvePictureUrl: deps.pictureUrlsFor(actor),
      services: await getBuyableServices(deps)(actor, serviceIds),
    };
    return rows.map((row) => toPost(row, reader));
  };
