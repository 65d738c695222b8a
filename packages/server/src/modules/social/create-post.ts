import type { ParsedInput } from '@guilda/contract/endpoint';
import { parseHashtags } from '@guilda/contract/hashtags';
import { type Post, type postEndpoints, postTexts } from '@guilda/contract/social';
import type { Person } from '../../platform/actor.ts';
import type { UploadedFile } from '../../platform/http/form.ts';
import { err, type Ok, ok, type Result, repeat } from '../../platform/result.ts';
import { singleFlight } from '../../platform/single-flight.ts';
import type { PictureError } from '../../platform/uploads/pictures.ts';
import { readOwnService } from '../catalog/index.ts';
import { keepAccounts } from '../users/index.ts';
import { getPost } from './get-post.ts';
import { findByKey, insertPost, type NewPostRow } from './post-store.ts';
import type { SocialDeps } from './social-deps.ts';

export type CreatePostDeps = Pick<
  SocialDeps,
  'database' | 'clock' | 'presence' | 'ids' | 'showPicture' | 'storePicture' | 'deletePicture'
>;

/** A new post as it was sent. */
export type SentPost = ParsedInput<typeof postEndpoints.createPost>['body'] & {
  readonly photo: UploadedFile | undefined;
  /** The client's name of the attempt; empty when it gave none. */
  readonly idempotencyKey: string;
};

type Refusal = 'invalid_input' | 'service_not_found' | 'token_invalid' | PictureError;

/** Tries of one attempt while its earlier ones are deleted under it. */
const ATTEMPTS = 3;

/** At least one of title, description, hashtags and photo (`spec §5`). */
function isEmpty({ title, description, hashtags, photo }: SentPost): boolean {
  return !title && !description && !photo && parseHashtags(hashtags).length === 0;
}

/** Everything that can be said before the picture is kept. */
async function refusalOf(
  { database }: CreatePostDeps,
  actor: Person,
  sent: SentPost,
): Promise<Result<void, Refusal>> {
  if (isEmpty(sent)) {
    return err('invalid_input', { issues: [{ path: 'title', message: postTexts.empty }] });
  }
  if (sent.serviceId === undefined) return ok();
  const own = await readOwnService(database.db, actor.uid, sent.serviceId);
  return own ? ok() : err('service_not_found');
}

/** The post that an earlier attempt under the same key made, as its author sees it now. */
async function earlier(deps: CreatePostDeps, actor: Person, { idempotencyKey }: SentPost) {
  if (idempotencyKey === '') return null;
  const uid = await findByKey(deps.database.db, actor.uid, idempotencyKey);
  const shown = uid === null ? null : await show(deps, actor, uid);
  return shown && repeat(shown.value);
}

/** A post as its author sees it; null once it is gone, by itself or with the account. */
async function show(
  deps: CreatePostDeps,
  actor: Person,
  uid: string,
): Promise<Ok<{ post: Post }> | null> {
  const shown = await getPost(deps)(actor, uid);
  return shown.ok ? shown : null;
}

function rowOf(deps: CreatePostDeps, actor: Person, sent: SentPost): Omit<NewPostRow, 'photoURL'> {
  const { title, description, serviceId = null, sensitive, idempotencyKey } = sent;
  return {
    uid: deps.ids.uuid(),
    authorId: actor.uid,
    title,
    description,
    hashtags: parseHashtags(sent.hashtags),
    serviceId,
    sensitive,
    requestKey: idempotencyKey || null,
  };
}

/** `taken` when an earlier attempt under the same key has made it. */
function write({ database }: CreatePostDeps, post: NewPostRow) {
  return database.transaction<'made' | 'taken' | 'closed'>(async (tx) => {
    if (!(await keepAccounts(tx, [post.authorId]))) return 'closed';
    return (await insertPost(tx, post)) ? 'made' : 'taken';
  });
}

/** Whether the attempt `made` its post, and else the earlier one it ends with. */
async function settle(deps: CreatePostDeps, actor: Person, sent: SentPost, post: NewPostRow) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const outcome = await write(deps, post);
    if (outcome === 'made') return { made: true, first: null };
    const first = outcome === 'taken' ? await earlier(deps, actor, sent) : null;
    if (first !== null || outcome === 'closed') return { made: false, first };
  }
  throw new Error('the post of a key is deleted as often as it is made');
}

async function publish(
  deps: CreatePostDeps,
  actor: Person,
  sent: SentPost,
): Promise<Result<{ post: Post }, Refusal>> {
  const { photo, sensitive } = sent;
  const stored = photo ? await deps.storePicture(actor.uid, photo, 'post', sensitive) : ok(null);
  if (!stored.ok) return stored;
  const photoURL = stored.value;
  const row = { ...rowOf(deps, actor, sent), photoURL };
  let made = false;
  try {
    const settled = await settle(deps, actor, sent, row);
    // Whatever fails from here on, the post is there and shows its picture.
    made = settled.made;
    const shown = made ? await show(deps, actor, row.uid) : settled.first;
    return shown ?? err('token_invalid');
  } finally {
    // The outcome, or the failure, that led here is the one to be told.
    if (!made && photoURL !== null) await deps.deletePicture(photoURL).catch(() => undefined);
  }
}

/**
 * Publishes a post with its picture and its hashtags (`spec §5`, `product §6`): all of it or
 * nothing. The same key by the same author answers the first post again, whatever else it sends.
 * What is sensitive keeps its picture to checked adults from the first moment on.
 */
export function createPost(deps: CreatePostDeps) {
  const underWay = singleFlight<Result<{ post: Post }, Refusal>>();
  const create = async (actor: Person, sent: SentPost) => {
    const first = await earlier(deps, actor, sent);
    if (first) return first;
    const allowed = await refusalOf(deps, actor, sent);
    return allowed.ok ? publish(deps, actor, sent) : allowed;
  };
  return async (actor: Person, sent: SentPost): Promise<Result<{ post: Post }, Refusal>> => {
    const { idempotencyKey } = sent;
    if (idempotencyKey === '') return create(actor, sent);
    let mine = false;
    // At once they are one; one after the other, or on other nodes, the database knows them.
    const outcome = await underWay(`${actor.uid} ${idempotencyKey}`, () => {
      mine = true;
      return create(actor, sent);
    });
    return mine || !outcome.ok ? outcome : repeat(outcome.value);
  };
}
