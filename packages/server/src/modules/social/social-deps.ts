import type { Database, Db } from '../../platform/database/pool.ts';
import type { UploadedFile } from '../../platform/http/form.ts';
import type { Enqueue } from '../../platform/jobs/index.ts';
import type { Result } from '../../platform/result.ts';
import type { PictureError } from '../../platform/uploads/pictures.ts';
import type { Ids } from '../../ports/ids.ts';
import type { SocialTasks } from './tasks.ts';
import type { ShowPostsDeps } from './view.ts';

/** What the team did to something of the community. */
interface TeamAction {
  /** Uid of who did it. */
  readonly actorId: string;
  readonly action: string;
  readonly subject: { readonly kind: 'post' | 'comment'; readonly id: string };
  readonly reason: string;
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
  /** Writes down what the team did, in the transaction that does it. */
  recordAction(tx: Db, action: TeamAction): Promise<void>;
}
