import { normaliseHashtag } from '@guilda/contract/hashtags';
import type { Post } from '@guilda/contract/social';

/** The page of a post. */
export const postPath = (uid: string) => `/post/${uid}`;

/** Where everything with a hashtag stands, in whatever spelling it is given. */
export const hashtagPath = (name: string) =>
  `/community?hashtag=${encodeURIComponent(normaliseHashtag(name) || name)}`;

/** What a person is called where they are named. */
export const nameOf = ({ displayName, username }: Post['author']) => displayName || username;

/** A post in a few words, for links and dialogs that name it. */
export function postName(post: Post): string {
  return post.title || `Publicação de ${nameOf(post.author)}`;
}
