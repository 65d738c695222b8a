import type { Post } from '@guilda/contract/community/social';
import Ellipsis from 'lucide-react/icons/ellipsis';
import type { ComponentProps } from 'react';
import { iconButton } from '../../../ui/actions/icon-button.module.css';
import { LazyMenu } from '../../../ui/overlays/lazy-menu.tsx';
import { authorNameOf } from '../model/paths.ts';

const loadMenuItems = () => import('./post-menu-items.tsx').then((module) => module.PostMenuItems);

interface PostMenuProps {
  post: Post;
  onDeleted?: (() => void) | undefined;
}

function MoreButton({ post, ...rest }: { post: Post } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={iconButton}
      data-ui="icon-button"
      aria-label={`Mais opções da publicação de ${authorNameOf(post.author)}`}
      aria-haspopup="menu"
      {...rest}
    >
      <Ellipsis className="icon" aria-hidden="true" />
    </button>
  );
}

/** Menu "Mais opções" of a post; its code is loaded when the button is first used. */
export function PostMenu({ post, onDeleted }: PostMenuProps) {
  return (
    <LazyMenu
      load={loadMenuItems}
      button={(triggerProps) => <MoreButton post={post} {...triggerProps} />}
      menu={{ post, onDeleted }}
    />
  );
}
