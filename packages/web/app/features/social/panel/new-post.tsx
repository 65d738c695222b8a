import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { NEW_POST } from '../../../lib/add-service-link.ts';
import { useSession } from '../../../lib/session.ts';
import { useDialogPlace } from '../../../lib/use-dialog-place.ts';
import { useLater } from '../../../ui/use-later.ts';
import { loadPanel } from './load-panel.ts';

/**
 * Opens the post panel over any page whose address says `?novo=recado`. A visitor signs in first and
 * comes back to it. Mounted once, by the shell's route.
 */
export function NewPost() {
  const { open, close } = useDialogPlace(NEW_POST);
  const { user, ready, leaving } = useSession();
  const navigate = useNavigate();
  const signIn = open && ready && !user && !leaving;
  useEffect(() => {
    if (signIn) void navigate('/login', { replace: true });
  }, [signIn, navigate]);
  const Panel = useLater(loadPanel, open && user !== null, close);
  // Once it was opened it stays, and with it the photo that a draft cannot keep.
  if (!Panel || !user || !ready) return null;
  return <Panel key={user.uid} open={open} onClose={close} author={user} />;
}
