import { Toaster } from '../../ui/toaster.tsx';
import { TooltipLayer } from '../../ui/tooltip-layer.tsx';

/** What floats over every page: toasts and tooltips. */
export function Overlays() {
  return (
    <>
      <Toaster />
      <TooltipLayer />
    </>
  );
}
