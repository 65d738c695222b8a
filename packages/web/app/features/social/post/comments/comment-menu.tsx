import type { Comment } from '@guilda/contract/community/social';
import Ellipsis from 'lucide-react/icons/ellipsis';
import type { ComponentProps } from 'react';
import { iconButton } from '../../../../ui/actions/icon-button.module.css';
import { LazyMenu } from '../../../../ui/overlays/lazy-menu.tsx';
import { authorNameOf } from '../../model/paths.ts';
import * as styles from './comments.module.css';

const loadMenuItems = () =>
  import('./comment-menu-items.tsx').then((module) => module.CommentMenuItems);

function MoreButton({ comment, ...rest }: { comment: Comment } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={`${iconButton} ${styles.menu}`}
      data-ui="icon-button"
      aria-label={`Mais opções do comentário de ${authorNameOf(comment.author)}`}
      aria-haspopup="menu"
      {...rest}
    >
      <Ellipsis className="icon" aria-hidden="true" />
    </button>
  );
}

interface CommentMenuProps {
  comment: Comment;
  onDeleted: (comment: Comment) => void;
}

/** Menu "Mais opções" of a comment; its code is loaded when the button is first used. */
export function CommentMenu({ comment, onDeleted }: CommentMenuProps) {
  return (
    <LazyMenu
      load={loadMenuItems}
      button={(triggerProps) => <MoreButton comment={comment} {...triggerProps} />}
      menu={{ comment, onDeleted }}
    />
  );
}
