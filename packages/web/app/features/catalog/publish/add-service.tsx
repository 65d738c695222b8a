import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ADD_SERVICE_DIALOG } from '../../../lib/navigation/dialog-query.ts';
import { useUrlDialog } from '../../../lib/navigation/use-url-dialog.ts';
import { useSession } from '../../../lib/session/session.ts';

const AddServiceDialog = lazy(() =>
  import('./add-service-dialog.tsx').then((module) => ({ default: module.AddServiceDialog })),
);

/**
 * Opens the dialog for a new service over any page whose address contains `?novo=servico`. A visitor signs in first and
 * then comes back to the dialog. Mounted once, by the layout route.
 */
export function AddService() {
  const { open, close } = useUrlDialog(ADD_SERVICE_DIALOG);
  const { user, ready, signingOut } = useSession();
  const navigate = useNavigate();
  // The dialog stays mounted after the first opening, so that closing does not lose the input.
  const [isRequested, setRequested] = useState(false);
  const mustSignIn = open && ready && !user && !signingOut;
  useEffect(() => {
    if (open) setRequested(true);
    if (mustSignIn) void navigate('/login', { replace: true });
  }, [open, mustSignIn, navigate]);
  if (!isRequested || !user || !ready) return null;
  return (
    <Suspense>
      <AddServiceDialog key={user.uid} open={open} onClose={close} seller={user} />
    </Suspense>
  );
}
