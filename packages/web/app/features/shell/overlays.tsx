import { Toaster } from '../../ui/feedback/toaster.tsx';
import { TooltipLayer } from '../../ui/overlays/tooltip-layer.tsx';

/** Layers over every page: toasts and tooltips. */
export function Overlays() {
  return (
    <>
      <Toaster />
      <TooltipLayer />
    </>
  );
}
