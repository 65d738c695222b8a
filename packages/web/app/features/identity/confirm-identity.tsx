import { lazy, Suspense } from 'react';
import { useConfirmationRequest } from '../../lib/session/confirmation.ts';

const ConfirmIdentityDialog = lazy(() =>
  import('./confirm-identity-dialog.tsx').then((module) => ({
    default: module.ConfirmIdentityDialog,
  })),
);

/** Asks the person to sign in again whenever a call waits for a confirmation; its code is loaded only then. */
export function ConfirmIdentity() {
  const request = useConfirmationRequest((state) => state.request);
  if (!request) return null;
  return (
    <Suspense>
      <ConfirmIdentityDialog request={request} />
    </Suspense>
  );
}
