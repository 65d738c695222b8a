import type { Post } from '@guilda/contract/community/social';
import { useQueryClient } from '@tanstack/react-query';
import Link2 from 'lucide-react/icons/link-2';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useCallback, useState } from 'react';
import { useSession } from '../../../lib/session/session.ts';
import { copyLink } from '../../../ui/actions/share-button.tsx';
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx';
import type { SubjectStatus } from '../../admin/index.ts';
import { LazyReportDialog, ReportMenuItem } from '../../report/index.ts';
import { updateCachedPost } from '../model/feed-cache.ts';
import { authorNameOf, postPath } from '../model/paths.ts';
import { DeletePostDialog } from './delete-dialog.tsx';

type PostMenuDialog = 'report' | 'delete';

interface PostMenuItemsProps {
  post: Post;
  /** The button that opens the menu. */
  trigger: ReactNode;
  onDeleted?: (() => void) | undefined;
}

interface MenuItemsProps {
  post: Post;
  onAsk: (dialog: PostMenuDialog) => void;
}

function MenuItems({ post, onAsk }: MenuItemsProps) {
  const user = useSession((state) => state.user);
  const isOwn = user?.uid === post.author.uid;
  return (
    <>
      <MenuItem
        icon={<Link2 className="icon" aria-hidden="true" />}
        onSelect={() => void copyLink(postPath(post.uid))}
      >
        Copiar link
      </MenuItem>
      {!isOwn && <ReportMenuItem onSelect={() => onAsk('report')} />}
      {isOwn && (
        <MenuItem
          danger
          icon={<Trash2 className="icon" aria-hidden="true" />}
          onSelect={() => onAsk('delete')}
        >
          Excluir
        </MenuItem>
      )}
    </>
  );
}

/** The menu of a post, initially open, and its dialogs. */
export function PostMenuItems({ post, trigger, onDeleted }: PostMenuItemsProps) {
  const client = useQueryClient();
  const [shownDialog, setShownDialog] = useState<PostMenuDialog>();
  const [open, setOpen] = useState(false);
  const openDialog = (chosenDialog: PostMenuDialog) => {
    setShownDialog(chosenDialog);
    setOpen(true);
  };
  const { author } = post;
  const dialog = { post, open, onOpenChange: setOpen };
  const updateShownPost = useCallback(
    ({ subject: { hidden, adult } }: SubjectStatus) =>
      updateCachedPost(client, post.uid, { hidden, sensitive: adult }),
    [client, post.uid],
  );
  return (
    <>
      <Menu defaultOpen label={`Opções da publicação de ${authorNameOf(author)}`} trigger={trigger}>
        <MenuItems post={post} onAsk={openDialog} />
      </Menu>
      {shownDialog === 'report' && (
        <LazyReportDialog
          open={open}
          onOpenChange={setOpen}
          person={{ uid: author.uid, name: authorNameOf(author), postId: post.uid }}
          onStatus={updateShownPost}
        />
      )}
      {shownDialog === 'delete' && <DeletePostDialog {...dialog} onDeleted={onDeleted} />}
    </>
  );
}
