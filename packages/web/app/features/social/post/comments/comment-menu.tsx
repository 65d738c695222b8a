import type { Comment } from '@guilda/contract/social';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { nameOf } from '../../model/paths.ts';

const loadMenu = () => import('./comment-menu-items.tsx');
const CommentMenuItems = lazy(() =>
  loadMenu().then((module) => ({ default: module.CommentMenuItems })),
);

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
  const [wanted, setWanted] = useState(false);
  const closed = (
    <MoreButton
      comment={comment}
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <CommentMenuItems
        comment={comment}
        trigger={<MoreButton comment={comment} />}
        onDeleted={onDeleted}
      />
    </Suspense>
  );
}
