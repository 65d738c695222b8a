import { Toaster } from '../../ui/feedback/toaster.tsx';
import { TooltipLayer } from '../../ui/overlays/tooltip-layer.tsx';

/** What floats over every page: toasts and tooltips. */
export function Overlays() {
  return (
    <>
      <Toaster />
      <TooltipLayer />
    </>
  );
}
