import type { CallActions, CallView } from '../model/state/call-view.ts';
import type { OwnCallSide } from './accepted-sheet.tsx';
import { CallSheet } from './call-sheet.tsx';
import { useCelebration } from './effects/use-celebration.ts';
import { FoldedCall } from './folded-call.tsx';
import { useCallRingtone } from './use-ring.ts';

interface CallOverlayProps {
  view: CallView;
  actions: CallActions;
  ownSide: OwnCallSide;
}

/**
 * Shows the current call and plays its sounds: a sheet over the page, or a strip once the call was folded; nothing
 * without a call. Load it lazily and keep it mounted between calls.
 */
export function CallOverlay({ view, actions, ownSide }: CallOverlayProps) {
  const ring = useCallRingtone(view);
  const celebrating = useCelebration(view);
  return (
    <>
      <CallSheet
        view={view}
        actions={actions}
        ownSide={ownSide}
        ring={ring}
        celebrating={celebrating}
      />
      {view.status === 'accepted' && view.folded && <FoldedCall call={view} actions={actions} />}
    </>
  );
}
