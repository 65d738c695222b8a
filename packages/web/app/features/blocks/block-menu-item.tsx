import Ban from 'lucide-react/icons/ban';
import CircleCheck from 'lucide-react/icons/circle-check';
import { MenuItem } from '../../ui/menu.tsx';
import { useBlocking } from './use-blocking.ts';

interface BlockMenuItemProps {
  person: { readonly uid: string; readonly blocked: boolean };
  /** The person is to be blocked: time to ask whether really. */
  onBlock: () => void;
  onUnblocked?: () => void;
}

/** The way to block a person, or to take it back, in the menu of whatever shows them. */
export function BlockMenuItem({ person, onBlock, onUnblocked }: BlockMenuItemProps) {
  const { unblock } = useBlocking(person, onUnblocked);
  if (person.blocked) {
    return (
      <MenuItem
        icon={<CircleCheck className="i" aria-hidden="true" />}
        onSelect={() => unblock.mutate()}
      >
        Desbloquear
      </MenuItem>
    );
  }
  return (
    <MenuItem danger icon={<Ban className="i" aria-hidden="true" />} onSelect={onBlock}>
      Bloquear
    </MenuItem>
  );
}
