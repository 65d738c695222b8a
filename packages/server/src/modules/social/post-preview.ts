import { postPreviewVersion } from '@guilda/contract/previews';
import type { Post } from '@guilda/contract/social';
import { visitor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { keptPreviews, type PreviewDeps, type Previews } from '../previews/index.ts';
import { getPost } from './get-post.ts';
import type { SocialDeps } from './social-deps.ts';
import type { ShowPostsDeps } from './view.ts';

function describe({ title, description, hashtags, photoURL, author }: Post) {
  const { username } = author;
  const names = { authorName: author.displayName ?? username, authorUsername: username };
  return {
    facts: { of: 'post', title, text: description, hashtags, ...names } as const,
    picture: photoURL,
    avatar: author.photoURL,
  };
}

/**
 * The link previews of posts: `not_found` for whatever a visitor may not see, which is what is
 * sensitive, hidden, of a private profile, deleted.
 */
export function postPreviews(deps: ShowPostsDeps & PreviewDeps): Previews {
  return keptPreviews<Post>(deps, {
    kind: 'posts',
    shown: async (id) => {
      const found = await getPost(deps)(visitor, id);
      return found.ok ? found.value.post : null;
    },
    version: postPreviewVersion,
    describe,
  });
}

/** Has what links to a post showed of it erased after the commit. */
export function erasePostPreview(
  { enqueue }: Pick<SocialDeps, 'enqueue'>,
  tx: Db,
  postUid: string,
): Promise<void> {
  return enqueue(tx, 'social.erase_preview', { postUid });
}
