import { Toaster } from '../../ui/feedback/toaster.tsx';
import { TooltipLayer } from '../../ui/overlays/tooltip-layer.tsx';

/** Elements above every page: toasts and tooltips. */
export function Overlays() {
  return (
    <>
      <Toaster />
      <TooltipLayer />
    </>
  );
}
