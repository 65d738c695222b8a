import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { ADD_SERVICE_DIALOG } from '../../../lib/navigation/dialog-query.ts';
import { useUrlDialog } from '../../../lib/navigation/use-url-dialog.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useLazyComponent } from '../../../ui/overlays/use-lazy-component.ts';

const loadDialog = () =>
  import('./add-service-dialog.tsx').then((module) => module.AddServiceDialog);

/**
 * Opens the dialog for a new service over any page whose address contains `?novo=servico`. A visitor signs in first and
 * then comes back to the dialog. Mounted once, by the layout route.
 */
export function AddService() {
  const { open, close } = useUrlDialog(ADD_SERVICE_DIALOG);
  const { user, ready, signingOut } = useSession();
  const navigate = useNavigate();
  const mustSignIn = open && ready && !user && !signingOut;
  useEffect(() => {
    if (mustSignIn) void navigate('/login', { replace: true });
  }, [mustSignIn, navigate]);
  const Dialog = useLazyComponent(loadDialog, open && ready && user !== null, close);
  if (!Dialog || !user || !ready) return null;
  // The dialog stays mounted after the first opening, so that closing does not lose the input.
  return <Dialog key={user.uid} open={open} onClose={close} seller={user} />;
}
