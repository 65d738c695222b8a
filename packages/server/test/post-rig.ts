import type { Post } from '@guilda/contract/social';
import type { TestApp, TestPerson } from './harness.ts';
import { serviceRig } from './service-rig.ts';

/** Fields of a post's form; absent ones are left out. */
export type PostFields = Readonly<Record<string, string | undefined>>;

export interface PostParts {
  readonly photo?: Uint8Array;
  /** Sent as the `Idempotency-Key`. */
  readonly key?: string;
}

/** The form of spec §7. */
export function postForm(fields: PostFields, photos: readonly Uint8Array[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.append(name, value);
  for (const photo of photos) form.append('photo', new Blob([new Uint8Array(photo)]), 'foto.png');
  return form;
}

/** What `seen` says of a post that is there. */
export const seenOpen = '200 true';

/** What people do with posts, over the program's own door. */
export function postRig(app: TestApp) {
  const { checkAge, storedFiles, publish: publishService } = serviceRig(app);
  const postOf = async (response: Response): Promise<Post> => {
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return ((await response.json()) as { post: Post }).post;
  };
  const send = (author: TestPerson, fields: PostFields, { photo, key }: PostParts = {}) =>
    author.fetch('/api/social/post/', {
      method: 'POST',
      headers: key === undefined ? {} : { 'idempotency-key': key },
      body: postForm(fields, photo ? [photo] : []),
    });
  return {
    postOf,
    send,
    checkAge,
    storedFiles,
    publishService,
    /** Someone who writes, someone who reads, and someone whose age was checked. */
    cast: async () => {
      const [author, reader, adult] = [
        await app.person('Autora'),
        await app.person('Leitora'),
        await app.person('Adulta'),
      ];
      await checkAge(adult);
      return { author, reader, adult };
    },
    /** What someone meets at a post's address: `seenOpen`, or the refusal's code. */
    seen: async (who: Pick<TestPerson, 'fetch'>, uid: string) => {
      const response = await who.fetch(`/api/social/post/${uid}`);
      const body = (await response.json()) as { code?: string; post?: { uid: string } };
      return body.code ?? `${response.status} ${body.post?.uid === uid}`;
    },
    /** Changes a post's columns past every rule. */
    set: (uid: string, columns: string) =>
      app.pool.query(`UPDATE posts SET ${columns} WHERE uid = $1`, [uid]),
    publish: async (author: TestPerson, fields: PostFields = { title: 'Oi' }, parts?: PostParts) =>
      postOf(await send(author, fields, parts)),
    remove: (who: TestPerson, uid: string) =>
      who.fetch(`/api/social/post/${uid}`, { method: 'DELETE' }),
    moderate: (who: TestPerson, uid: string, decision: object) =>
      who.fetch(`/api/admin/posts/${uid}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(decision),
      }),
    /** Somebody blocks somebody. */
    block: (blocker: TestPerson, blocked: TestPerson) =>
      app.pool.query('INSERT INTO user_blocks (blocker_id, blocked_id) VALUES ($1, $2)', [
        blocker.uid,
        blocked.uid,
      ]),
    /** Everything that posts leave behind: rows and files. */
    traces: async () => {
      const { rows } = await app.pool.query(`SELECT
        (SELECT count(*)::int FROM posts) AS posts,
        (SELECT count(*)::int FROM post_hashtags) AS hashtags,
        (SELECT count(*)::int FROM post_likes) AS likes,
        (SELECT count(*)::int FROM comments) AS comments,
        (SELECT count(*)::int FROM pictures) AS pictures`);
      return { ...rows[0], files: await storedFiles() };
    },
  };
}
