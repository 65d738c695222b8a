import type { Post } from '@guilda/contract/social';
import EyeOff from 'lucide-react/icons/eye-off';
import Flag from 'lucide-react/icons/flag';
import Link2 from 'lucide-react/icons/link-2';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { copyLink } from '../../../ui/share-button.tsx';
import { useLater } from '../../../ui/use-later.ts';
import { ReportDialogLater, tellSignedOut } from '../../moderation/index.ts';
import { nameOf, postPath } from '../model/paths.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import type { Moderation } from './moderate-dialog.tsx';

const loadModerateDialog = () =>
  import('./moderate-dialog.tsx').then((module) => module.ModerateDialog);

type Asked = 'report' | 'delete' | Moderation;

interface PostMenuItemsProps {
  post: Post;
  /** One button; it opens the menu. */
  trigger: ReactNode;
  onDeleted?: (() => void) | undefined;
}

interface ItemsProps {
  post: Post;
  onAsk: (asked: Asked) => void;
}

/** What the team may do with a post. */
function TeamItems({ post, onAsk }: ItemsProps) {
  return (
    <>
      {!post.hidden && (
        <MenuItem icon={<EyeOff className="i" aria-hidden="true" />} onSelect={() => onAsk('hide')}>
          Ocultar…
        </MenuItem>
      )}
      {post.hidden && (
        <MenuItem icon={<EyeOff className="i" aria-hidden="true" />} onSelect={() => onAsk('show')}>
          Mostrar de novo…
        </MenuItem>
      )}
      <MenuItem
        icon={<ShieldAlert className="i" aria-hidden="true" />}
        onSelect={() => onAsk(post.sensitive ? 'open' : 'mark')}
      >
        {post.sensitive ? 'Tirar a marca de sensível…' : 'Marcar como sensível…'}
      </MenuItem>
    </>
  );
}

function Items({ post, onAsk }: ItemsProps) {
  const user = useSession((state) => state.user);
  const own = user?.uid === post.author.uid;
  const report = () => (user ? onAsk('report') : tellSignedOut());
  return (
    <>
      <MenuItem
        icon={<Link2 className="i" aria-hidden="true" />}
        onSelect={() => void copyLink(postPath(post.uid))}
      >
        Copiar link
      </MenuItem>
      {!own && (
        <MenuItem icon={<Flag className="i" aria-hidden="true" />} onSelect={report}>
          Denunciar
        </MenuItem>
      )}
      {user?.role === 'admin' && <TeamItems post={post} onAsk={onAsk} />}
      {own && (
        <MenuItem
          danger
          icon={<Trash2 className="i" aria-hidden="true" />}
          onSelect={() => onAsk('delete')}
        >
          Excluir
        </MenuItem>
      )}
    </>
  );
}

/** The opened menu of a post and the dialogs behind it. */
export function PostMenuItems({ post, trigger, onDeleted }: PostMenuItemsProps) {
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState(false);
  const ask = (next: Asked) => {
    setAsked(next);
    setOpen(true);
  };
  const { author } = post;
  const dialog = { post, open, onOpenChange: setOpen };
  const act = asked === 'report' || asked === 'delete' ? undefined : asked;
  const ModerateDialog = useLater(loadModerateDialog, open && act !== undefined, () =>
    setOpen(false),
  );
  return (
    <>
      <Menu defaultOpen label={`Opções da publicação de ${nameOf(author)}`} trigger={trigger}>
        <Items post={post} onAsk={ask} />
      </Menu>
      {asked === 'report' && (
        <ReportDialogLater
          open={open}
          onOpenChange={setOpen}
          person={{ uid: author.uid, name: nameOf(author), postId: post.uid }}
        />
      )}
      {asked === 'delete' && <DeleteDialog {...dialog} onDeleted={onDeleted} />}
      {act && ModerateDialog && <ModerateDialog key={act} {...dialog} act={act} />}
    </>
  );
}
