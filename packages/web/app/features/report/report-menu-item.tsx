import Flag from 'lucide-react/icons/flag';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useNavigate } from 'react-router';
import { useSession } from '../../lib/session/session.ts';
import { MenuItem } from '../../ui/overlays/menu.tsx';
import { isAdmin } from './is-admin.ts';
import { notifySignInNeeded } from './sign-in-notice.ts';

/** Menu item "Denunciar", or "Moderar" for administrators. Visitors are asked to sign in. */
export function ReportMenuItem({ onSelect }: { onSelect: () => void }) {
  const isTeamMember = useSession(isAdmin);
  const navigate = useNavigate();
  const signedIn = useSession(({ user }) => user !== null);
  const Icon = isTeamMember ? ShieldCheck : Flag;
  return (
    <MenuItem
      icon={<Icon className="icon" aria-hidden="true" />}
      onSelect={() => (signedIn ? onSelect() : notifySignInNeeded(() => void navigate('/login')))}
    >
      {isTeamMember ? 'Moderar' : 'Denunciar'}
    </MenuItem>
  );
}
