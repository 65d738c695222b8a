import Flag from 'lucide-react/icons/flag';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useSession } from '../../lib/session.ts';
import { MenuItem } from '../../ui/menu.tsx';
import { tellSignedOut } from './tell-signed-out.ts';
import { isTeam } from './use-team.ts';

/** "Denunciar" of a menu, or "Moderar" for the team; a visitor is told to sign in first. */
export function ReportMenuItem({ onSelect }: { onSelect: () => void }) {
  const team = useSession(isTeam);
  const signedIn = useSession(({ user }) => user !== null);
  const Icon = team ? ShieldCheck : Flag;
  return (
    <MenuItem
      icon={<Icon className="i" aria-hidden="true" />}
      onSelect={() => (signedIn ? onSelect() : tellSignedOut())}
    >
      {team ? 'Moderar' : 'Denunciar'}
    </MenuItem>
  );
}
