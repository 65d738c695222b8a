import { useConfirmationRequest } from '../../lib/session/confirmation.ts';
import { useLazyComponent } from '../../ui/overlays/use-lazy-component.ts';

const loadDialog = () =>
  import('./confirm-identity-dialog.tsx').then((module) => module.ConfirmIdentityDialog);

/**
 * Asks the person to sign in again whenever a call waits for a confirmation. Its code is loaded only then; when that
 * fails the call is cancelled, so that the page keeps what was filled in.
 */
export function ConfirmIdentity() {
  const request = useConfirmationRequest((state) => state.request);
  const Dialog = useLazyComponent(loadDialog, request !== null, () => request?.cancel());
  return Dialog && request && <Dialog request={request} />;
}
