import Ban from 'lucide-react/icons/ban';
import CircleCheck from 'lucide-react/icons/circle-check';
import { MenuItem } from '../../ui/overlays/menu.tsx';
import { useBlock } from './use-block.ts';

interface BlockMenuItemProps {
  person: { readonly uid: string; readonly blocked: boolean };
  /** Opens the dialog that confirms the block. */
  onBlock: () => void;
  onUnblocked?: () => void;
}

/** Menu item that blocks or unblocks a person. */
export function BlockMenuItem({ person, onBlock, onUnblocked }: BlockMenuItemProps) {
  const { unblock } = useBlock(person, onUnblocked);
  if (person.blocked) {
    return (
      <MenuItem
        icon={<CircleCheck className="icon" aria-hidden="true" />}
        onSelect={() => unblock.mutate()}
      >
        Desbloquear
      </MenuItem>
    );
  }
  return (
    <MenuItem danger icon={<Ban className="icon" aria-hidden="true" />} onSelect={onBlock}>
      Bloquear
    </MenuItem>
  );
}
