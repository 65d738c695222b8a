import type { Comment } from '@guilda/contract/community/social';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../../../lib/session/session.ts';
import { Menu, MenuItem } from '../../../../ui/overlays/menu.tsx';
import { LazyReportDialog, ReportMenuItem } from '../../../report/index.ts';
import { authorNameOf } from '../../model/paths.ts';
import { DeleteCommentDialog } from './delete-comment.tsx';

interface CommentMenuItemsProps {
  comment: Comment;
  /** The button that opens the menu. */
  trigger: ReactNode;
  onDeleted: (comment: Comment) => void;
}

/** The menu of a comment, initially open, and its dialogs. */
export function CommentMenuItems({ comment, trigger, onDeleted }: CommentMenuItemsProps) {
  const user = useSession((state) => state.user);
  const [isDeleting, setDeleting] = useState(false);
  const [open, setOpen] = useState(false);
  const { author } = comment;
  const isOwn = user?.uid === author.uid;
  const name = authorNameOf(author);
  const openDialog = () => {
    setDeleting(true);
    setOpen(true);
  };
  return (
    <>
      <Menu defaultOpen label={`Opções do comentário de ${name}`} trigger={trigger}>
        {isOwn ? (
          <MenuItem
            danger
            icon={<Trash2 className="icon" aria-hidden="true" />}
            onSelect={openDialog}
          >
            Excluir
          </MenuItem>
        ) : (
          <ReportMenuItem onSelect={openDialog} />
        )}
      </Menu>
      {isDeleting && isOwn && (
        <DeleteCommentDialog
          comment={comment}
          open={open}
          onOpenChange={setOpen}
          onDeleted={onDeleted}
        />
      )}
      {isDeleting && !isOwn && (
        <LazyReportDialog
          open={open}
          onOpenChange={setOpen}
          person={{ uid: author.uid, name, commentId: comment.id }}
        />
      )}
    </>
  );
}
