import { useConfirmationRequest } from '../../lib/session/confirmation.ts';
import { useLazyComponent } from '../../ui/overlays/use-lazy-component.ts';

const loadDialog = () =>
  import('./confirm-identity-dialog.tsx').then((module) => module.ConfirmIdentityDialog);

/**
 * Asks the person to sign in again whenever a request needs a confirmation. The dialog's code is loaded only then. When
 * loading fails, the request is cancelled and the page keeps its input.
 */
export function ConfirmIdentity() {
  const request = useConfirmationRequest((state) => state.request);
  const Dialog = useLazyComponent(loadDialog, request !== null, () => request?.cancel());
  return Dialog && request && <Dialog request={request} />;
}
