import { Toaster } from '../../ui/feedback/toaster.tsx';
import { TooltipLayer } from '../../ui/overlays/tooltip-layer.tsx';
import { ConfirmIdentity } from '../identity/index.ts';

/**
 * Elements above every page: toasts, tooltips, and the dialog that asks the person to confirm their identity by signing
 * in again.
 */
export function Overlays() {
  return (
    <>
      <Toaster />
      <TooltipLayer />
      <ConfirmIdentity />
    </>
  );
}
