import type { Post } from '@guilda/contract/social';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { nameOf } from '../model/paths.ts';

const loadMenu = () => import('./post-menu-items.tsx');
const PostMenuItems = lazy(() => loadMenu().then((module) => ({ default: module.PostMenuItems })));

interface PostMenuProps {
  post: Post;
  onDeleted?: (() => void) | undefined;
}

function MoreButton({ post, ...rest }: { post: Post } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className="ib"
      aria-label={`Mais opções da publicação de ${nameOf(post.author)}`}
      aria-haspopup="menu"
      {...rest}
    >
      <Ellipsis className="i" aria-hidden="true" />
    </button>
  );
}

/** "Mais opções" of a post: the menu is fetched by whoever reaches for it. */
export function PostMenu({ post, onDeleted }: PostMenuProps) {
  const [wanted, setWanted] = useState(false);
  const closed = (
    <MoreButton
      post={post}
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <PostMenuItems post={post} trigger={<MoreButton post={post} />} onDeleted={onDeleted} />
    </Suspense>
  );
}
