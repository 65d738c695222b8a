import type { Post } from '@guilda/contract/social';
import Ellipsis from 'lucide-react/icons/ellipsis';
import type { ComponentProps } from 'react';
import { LaterMenu } from '../../../ui/later-menu.tsx';
import { nameOf } from '../model/paths.ts';

const loadMenu = () => import('./post-menu-items.tsx').then((module) => module.PostMenuItems);

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
  return (
    <LaterMenu
      load={loadMenu}
      button={(more) => <MoreButton post={post} {...more} />}
      menu={{ post, onDeleted }}
    />
  );
}
