import { type ComponentType, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { NEW_POST } from '../../../lib/add-service-link.ts';
import { useSession } from '../../../lib/session.ts';
import { useDialogPlace } from '../../../lib/use-dialog-place.ts';
import { toast } from '../../../ui/toast.ts';
import { loadPanel } from './load-panel.ts';
import type { PostPanel } from './post-panel.tsx';

type Panel = ComponentType<Parameters<typeof PostPanel>[0]>;

function tellUnreachable() {
  toast({
    title: 'Algo deu errado...',
    text: 'Sem conexão com o servidor. Verifique sua internet e tente de novo.',
    tone: 'error',
  });
}

/** The panel once it has come; where it cannot, the page stays as it is. */
function usePanel(wanted: boolean, giveUp: () => void): Panel | null {
  const [Loaded, setLoaded] = useState<Panel | null>(null);
  const missing = wanted && Loaded === null;
  useEffect(() => {
    if (!missing) return;
    let gone = false;
    loadPanel().then(
      ({ PostPanel }) => !gone && setLoaded(() => PostPanel),
      () => {
        if (gone) return;
        tellUnreachable();
        giveUp();
      },
    );
    return () => {
      gone = true;
    };
  }, [missing, giveUp]);
  return Loaded;
}

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
  const Loaded = usePanel(open && user !== null, close);
  // Once it was opened it stays, and with it the photo that a draft cannot keep.
  if (!Loaded || !user || !ready) return null;
  return <Loaded key={user.uid} open={open} onClose={close} author={user} />;
}
