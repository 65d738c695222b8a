import { Toaster } from '../../ui/feedback/toaster.tsx';
import { TooltipLayer } from '../../ui/overlays/tooltip-layer.tsx';
import { ConfirmIdentity } from '../identity/index.ts';

/** Elements above every page: toasts, tooltips and the question who is there before money moves. */
export function Overlays() {
  return (
    <>
      <Toaster />
      <TooltipLayer />
      <ConfirmIdentity />
    </>
  );
}
