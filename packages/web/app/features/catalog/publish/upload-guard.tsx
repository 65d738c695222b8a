import { useCallback, useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { useSession } from '../../../lib/session/session.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { type UploadQueue, unfinishedCount } from './pack/upload-queue.ts';
import { useUploadQueue } from './pack/use-pack.ts';

const shouldBlockNavigation: BlockerFunction = ({ currentLocation, nextLocation }) =>
  // Nothing is asked after signing out, because uploads cannot continue without a session.
  useSession.getState().user !== null &&
  (currentLocation.pathname !== nextLocation.pathname ||
    currentLocation.search !== nextLocation.search);

interface UploadGuardProps {
  queue: UploadQueue;
  /** Called when the person stops the uploads and leaves. */
  onLeave?: (() => void) | undefined;
}

function UnfinishedUploadsGuard(props: UploadGuardProps & { count: number }) {
  const { queue, onLeave, count } = props;
  const blocker = useBlocker(useCallback(shouldBlockNavigation, []));
  useEffect(() => {
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => window.removeEventListener('beforeunload', askBeforeUnload);
  }, []);
  const question =
    count === 1 ? '1 arquivo ainda está chegando' : `${count} arquivos ainda estão chegando`;
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Parar o envio?"
      text={`${question} e não ficarão guardados. Os que já chegaram esperam por você durante um dia.`}
      cancelLabel="Continuar enviando"
      confirmLabel="Parar e sair"
      variant="danger"
      onConfirm={() => {
        onLeave?.();
        blocker.proceed?.();
        queue.stop();
      }}
    />
  );
}

/** Asks for confirmation before a page or dialog is left while files of a pack are being uploaded. */
export function UploadGuard(props: UploadGuardProps) {
  const count = useUploadQueue(props.queue, unfinishedCount);
  return count > 0 ? <UnfinishedUploadsGuard {...props} count={count} /> : null;
}
