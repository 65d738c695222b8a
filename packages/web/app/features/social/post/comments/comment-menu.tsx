import type { Comment } from '@guilda/contract/social';
import Ellipsis from 'lucide-react/icons/ellipsis';
import type { ComponentProps } from 'react';
import { LaterMenu } from '../../../../ui/later-menu.tsx';
import { nameOf } from '../../model/paths.ts';

const loadMenu = () => import('./comment-menu-items.tsx').then((module) => module.CommentMenuItems);

function MoreButton({ comment, ...rest }: { comment: Comment } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className="ib coment-o"
      aria-label={`Mais opções do comentário de ${nameOf(comment.author)}`}
      aria-haspopup="menu"
      {...rest}
    >
      <Ellipsis className="i" aria-hidden="true" />
    </button>
  );
}

interface CommentMenuProps {
  comment: Comment;
  onDeleted: (comment: Comment) => void;
}

/** "Mais opções" of a comment: the menu is fetched by whoever reaches for it. */
export function CommentMenu({ comment, onDeleted }: CommentMenuProps) {
  return (
    <LaterMenu
      load={loadMenu}
      button={(more) => <MoreButton comment={comment} {...more} />}
      menu={{ comment, onDeleted }}
    />
  );
}
