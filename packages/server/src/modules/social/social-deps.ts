import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import type { UploadedFile } from '../../platform/http/form.ts';
import type { Enqueue } from '../../platform/jobs/index.ts';
import type { Result } from '../../platform/result.ts';
import type { PictureError } from '../../platform/uploads/pictures.ts';
import type { Ids } from '../../ports/ids.ts';
import type { SocialTasks } from './tasks.ts';
import type { ShowPostsDeps } from './view.ts';

/** Something the team does to a post. */
export interface PostDeed {
  readonly actor: Person;
  readonly action: 'hide' | 'restore' | 'blur' | 'unblur';
  readonly subject: { readonly kind: 'post'; readonly id: string };
  readonly reason: string;
  readonly days: null;
  readonly caseId: null;
}

/** What the community is wired with. */
export interface SocialDeps extends ShowPostsDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly enqueue: Enqueue<SocialTasks>;
  /** Checks, re-encodes and stores a picture, closed to all but adults or not; answers its address. */
  storePicture(
    owner: string,
    file: UploadedFile,
    kind: 'post',
    adult: boolean,
  ): Promise<Result<string, PictureError>>;
  /** Removes a picture that nothing shows any more. */
  deletePicture(photoURL: string): Promise<void>;
  /** Does it in the caller's transaction, as the team does everything; the enforcement module knows how. */
  enforce(tx: Db, deed: PostDeed): Promise<Result<() => void, string>>;
}
