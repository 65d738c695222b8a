import { parseHashtags } from '@guilda/contract/community/hashtags';
import { type Post, type postEndpoints, postTexts } from '@guilda/contract/community/social';
import type { ParsedInput } from '@guilda/contract/endpoint';
import type { Person } from '../../../platform/actor.ts';
import { singleFlight } from '../../../platform/async/single-flight.ts';
import { isConnectionLost } from '../../../platform/database/unavailable.ts';
import type { UploadedFile } from '../../../platform/http/form.ts';
import { err, type Ok, ok, okReplayed, type Result } from '../../../platform/result.ts';
import type { PictureError } from '../../../platform/uploads/images/pictures.ts';
import { findOwnService } from '../../catalog/index.ts';
import { hasAgeRequirement, lockOpenAccounts } from '../../users/index.ts';
import type { SocialDeps } from '../social-deps.ts';
import { getPost } from './get-post.ts';
import { findPostByIdempotencyKey, insertPost, type NewPostRow } from './post-store.ts';

export type CreatePostDeps = Pick<
  SocialDeps,
  'database' | 'clock' | 'presence' | 'ids' | 'pictureUrlsFor' | 'storePicture' | 'deletePicture'
>;

/** A new post as sent by the client. */
export type CreatePostInput = ParsedInput<typeof postEndpoints.createPost>['body'] & {
  readonly photo: UploadedFile | undefined;
  /** The client's `Idempotency-Key`; empty when it sent none. */
  readonly idempotencyKey: string;
};

type CreatePostRefusal =
  | 'invalid_input'
  | 'service_not_found'
  | 'token_invalid'
  | 'age_required'
  | PictureError;

/**
 * Maximum number of attempts to insert a post. Another attempt is needed when the post of an earlier request with the
 * same key is deleted at the same time.
 */
const MAX_INSERT_ATTEMPTS = 3;

/**
 * Whether the post has neither title, description, hashtags nor photo, which is not allowed
 * (docs/product/community.md).
 */
function isEmptyPost({ title, description, hashtags, photo }: CreatePostInput): boolean {
  return !title && !description && !photo && parseHashtags(hashtags).length === 0;
}

/** Checks a request before its picture is stored. */
async function checkBeforeUpload(
  { database }: CreatePostDeps,
  actor: Person,
  input: CreatePostInput,
): Promise<Result<void, CreatePostRefusal>> {
  if (isEmptyPost(input)) {
    return err('invalid_input', { issues: [{ path: 'title', message: postTexts.empty }] });
  }
  if (input.serviceId === undefined) return ok();
  const ownService = await findOwnService(database.db, actor.uid, input.serviceId);
  return ownService ? ok() : err('service_not_found');
}

/** The post of an earlier request with the same key, as its author sees it now; null when there is none. */
async function findReplay(
  deps: CreatePostDeps,
  actor: Person,
  { idempotencyKey }: CreatePostInput,
) {
  if (idempotencyKey === '') return null;
  const uid = await findPostByIdempotencyKey(deps.database.db, actor.uid, idempotencyKey);
  const postResult = uid === null ? null : await viewOwnPost(deps, actor, uid);
  return postResult && okReplayed(postResult.value);
}

/** A post as its author sees it; null when it was deleted. */
async function viewOwnPost(
  deps: CreatePostDeps,
  actor: Person,
  uid: string,
): Promise<Ok<{ post: Post }> | null> {
  const viewResult = await getPost(deps)(actor, uid);
  return viewResult.ok ? viewResult : null;
}

type PhotoColumn = 'photoURL' | 'photoWidth' | 'photoHeight';

function newPostRowOf(
  deps: CreatePostDeps,
  actor: Person,
  input: CreatePostInput,
): Omit<NewPostRow, PhotoColumn> {
  const { title, description, serviceId = null, sensitive, idempotencyKey } = input;
  return {
    uid: deps.ids.uuid(),
    authorId: actor.uid,
    title,
    description,
    hashtags: parseHashtags(input.hashtags),
    serviceId,
    sensitive,
    requestKey: idempotencyKey || null,
  };
}

/**
 * Inserts the post. `taken`: an earlier request with the same key has created it; `closed`: the account is closed;
 * `age_required`: a proof of age was required after the request began.
 */
function insertIfAccountOpen({ database }: CreatePostDeps, post: NewPostRow) {
  return database.transaction<'made' | 'taken' | 'closed' | 'age_required'>(async (tx) => {
    if (!(await lockOpenAccounts(tx, [post.authorId]))) return 'closed';
    if (await hasAgeRequirement(tx, post.authorId)) return 'age_required';
    return (await insertPost(tx, post)) ? 'made' : 'taken';
  });
}

/** Inserts the post, or finds the post of an earlier request with the same key. */
async function insertOrFindReplay(
  deps: CreatePostDeps,
  actor: Person,
  input: CreatePostInput,
  post: NewPostRow,
) {
  for (let attempt = 0; attempt < MAX_INSERT_ATTEMPTS; attempt += 1) {
    const outcome = await insertIfAccountOpen(deps, post);
    if (outcome === 'made') return { made: true, replayOrRefusal: null };
    if (outcome === 'closed') return { made: false, replayOrRefusal: err('token_invalid') };
    if (outcome === 'age_required') return { made: false, replayOrRefusal: err('age_required') };
    const replay = await findReplay(deps, actor, input);
    if (replay !== null) return { made: false, replayOrRefusal: replay };
  }
  throw new Error('the post of a key is deleted as often as it is made');
}

async function publishPost(
  deps: CreatePostDeps,
  actor: Person,
  input: CreatePostInput,
): Promise<Result<{ post: Post }, CreatePostRefusal>> {
  const { photo, sensitive } = input;
  const storedPhoto = photo
    ? await deps.storePicture(actor.uid, photo, 'post', sensitive)
    : ok(null);
  if (!storedPhoto.ok) return storedPhoto;
  const { photoURL = null, width = null, height = null } = storedPhoto.value ?? {};
  const picture = { photoURL, photoWidth: width, photoHeight: height };
  const row = { ...newPostRowOf(deps, actor, input), ...picture };
  let mustKeepPicture = false;
  try {
    const insertResult = await insertOrFindReplay(deps, actor, input, row);
    // A post that was inserted refers to its picture, so the picture must stay even if a later step fails.
    mustKeepPicture = insertResult.made;
    const postResult = insertResult.made
      ? await viewOwnPost(deps, actor, row.uid)
      : insertResult.replayOrRefusal;
    return postResult ?? err('token_invalid');
  } catch (error) {
    // The post may be committed, and `pictures.sweep` erases a picture without a post after a day.
    mustKeepPicture ||= isConnectionLost(error);
    throw error;
  } finally {
    // A failure of this cleanup must not replace the result or the original error.
    if (!mustKeepPicture && photoURL !== null)
      await deps.deletePicture(photoURL).catch(() => undefined);
  }
}

/**
 * Publishes a post with picture and hashtags, or changes nothing. A repeated idempotency key of the same author returns
 * the first post; the other fields of the request are ignored then. The picture of a sensitive post is restricted to
 * adults before the post is inserted.
 */
export function createPost(deps: CreatePostDeps) {
  const runOnce = singleFlight<Result<{ post: Post }, CreatePostRefusal>>();
  const create = async (actor: Person, input: CreatePostInput) => {
    const replay = await findReplay(deps, actor, input);
    if (replay) return replay;
    const checkResult = await checkBeforeUpload(deps, actor, input);
    return checkResult.ok ? publishPost(deps, actor, input) : checkResult;
  };
  return async (
    actor: Person,
    input: CreatePostInput,
  ): Promise<Result<{ post: Post }, CreatePostRefusal>> => {
    const { idempotencyKey } = input;
    if (idempotencyKey === '') return create(actor, input);
    let isOwnRun = false;
    // Concurrent requests with the same key are merged in this process. The unique index detects those on other nodes.
    const outcome = await runOnce(`${actor.uid} ${idempotencyKey}`, () => {
      isOwnRun = true;
      return create(actor, input);
    });
    return isOwnRun || !outcome.ok ? outcome : okReplayed(outcome.value);
  };
}
