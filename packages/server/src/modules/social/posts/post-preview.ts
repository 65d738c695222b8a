import type { Post } from '@guilda/contract/community/social';
import { postPreviewVersion } from '@guilda/contract/services/previews';
import { visitor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { createStoredPreviews, type PreviewDeps, type Previews } from '../../previews/index.ts';
import type { SocialDeps } from '../social-deps.ts';
import { getPost } from './get-post.ts';
import type { PostViewDeps } from './post-view.ts';

function toPreviewSubject({ title, description, hashtags, photoURL, author }: Post) {
  const { username } = author;
  const authorNames = { authorName: author.displayName ?? username, authorUsername: username };
  return {
    data: { kind: 'post', title, text: description, hashtags, ...authorNames } as const,
    picture: photoURL,
    avatar: author.photoURL,
  };
}

/**
 * Link previews of posts; `not_found` for posts that visitors may not see: sensitive, hidden, deleted or
 * of a private profile.
 */
export function createPostPreviews(deps: PostViewDeps & PreviewDeps): Previews {
  return createStoredPreviews<Post>(deps, {
    kind: 'posts',
    findPublic: async (id) => {
      const postResult = await getPost(deps)(visitor, id);
      return postResult.ok ? postResult.value.post : null;
    },
    version: postPreviewVersion,
    describe: toPreviewSubject,
  });
}

/** Enqueues the erasure of a post's link preview. */
export function erasePostPreview(
  { enqueue }: Pick<SocialDeps, 'enqueue'>,
  tx: Db,
  postUid: string,
): Promise<void> {
  return enqueue(tx, 'social.erase_preview', { postUid });
}
