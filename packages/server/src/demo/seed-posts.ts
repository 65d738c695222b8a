import type pg from 'pg';
import type { DemoPost } from './demo-post.ts';
import { demoPosts } from './posts.ts';
import { renderDrawing, type SeededPerson } from './seeded-person.ts';

/** Looks up created people and services by their names. */
export interface SeededContent {
  person(name: string): SeededPerson;
  /** Returns the id of a service by its title. */
  service(title: string): string;
}

/** Uids of the demo's posts and comments with their times, in minutes before now. */
export interface SeededCommunity {
  readonly posts: readonly (readonly [uid: string, minutesAgo: number])[];
  readonly comments: readonly (readonly [id: string, minutesAgo: number])[];
}

async function publishPost(content: SeededContent, post: DemoPost, key: string): Promise<string> {
  const { title, description, hashtags, sensitive = false, service, picture } = post;
  const form = new FormData();
  const fields = { title, description, hashtags, sensitive: String(sensitive) };
  for (const [name, value] of Object.entries(fields)) if (value) form.set(name, value);
  if (service) form.set('serviceId', content.service(service));
  if (picture) form.set('photo', await renderDrawing(`capa-${picture}`, 1280), 'foto.png');
  const { social } = content.person(post.author).api;
  // With the idempotency key, a post that an interrupted earlier start has published is not published again.
  const response = await social.createPost({ body: form, idempotencyKey: key });
  return response.post.uid;
}

async function addLikesAndComments(
  content: SeededContent,
  { comments, likedBy }: DemoPost,
  uid: string,
  key: string,
) {
  for (const name of likedBy) await content.person(name).api.social.likePost({ params: { uid } });
  const ids: string[] = [];
  for (const [index, { author: by, text }] of comments.entries()) {
    const { comment } = await content.person(by).api.social.createComment({
      params: { postId: uid },
      body: { text },
      idempotencyKey: `${key}-${index}`,
    });
    ids.push(comment.id);
  }
  return ids;
}

/** Publishes posts, likes and comments as the demo people. */
export async function seedPosts(content: SeededContent): Promise<SeededCommunity> {
  const posts: [string, number][] = [];
  const comments: [string, number][] = [];
  for (const [index, post] of demoPosts.entries()) {
    const key = `demo-post-${index}`;
    const uid = await publishPost(content, post, key);
    posts.push([uid, post.minutesAgo]);
    const ids = await addLikesAndComments(content, post, uid, key);
    for (const [at, { minutesLater: after }] of post.comments.entries())
      comments.push([ids[at] ?? '', post.minutesAgo - after]);
  }
  return { posts, comments };
}

/** Backdates the demo's posts, likes and comments in the database. */
export async function backdatePosts(
  client: pg.ClientBase,
  { posts, comments }: SeededCommunity,
): Promise<void> {
  const postTimeSql = `now() - $2 * interval '1 minute'`;
  for (const post of posts) {
    await client.query(`UPDATE posts SET created_at = ${postTimeSql} WHERE uid = $1`, [...post]);
    for (const table of ['post_hashtags', 'post_likes'])
      await client.query(`UPDATE ${table} SET created_at = ${postTimeSql} WHERE post_uid = $1`, [
        ...post,
      ]);
  }
  for (const comment of comments)
    await client.query(`UPDATE comments SET created_at = ${postTimeSql} WHERE id = $1`, [
      ...comment,
    ]);
}
