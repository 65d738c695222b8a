import clsx from 'clsx';
import * as Radix from 'radix-ui/dialog';
import { useRef, useState } from 'react';
import { stayOpen } from '../../../ui/overlays/stay-open.ts';
import { useSwallowDoubleClick } from '../../../ui/overlays/swallow-double-click.ts';
import { useReturnFocus } from '../../../ui/overlays/use-return-focus.ts';
import type { CallActions, CallView } from '../model/state/call-view.ts';
import { AcceptedSheet, type OwnCallSide } from './accepted-sheet.tsx';
import * as styles from './call-sheet.module.css';
import { IncomingCall, OutgoingCall } from './pending-sheet.tsx';
import type { RingState } from './ring-controls.tsx';
import { type OverlayStage, overlayStageOf, type SheetCall, sheetCallOf } from './stage.ts';
import { focusFirst, useFocusOnStageChange } from './use-focus-on-stage-change.ts';
import { useStayOnTop } from './use-stay-on-top.ts';

interface CallSheetProps {
  view: CallView;
  actions: CallActions;
  ownSide: OwnCallSide;
  ring: RingState;
  celebrating: boolean;
}

interface CallSheetContentProps extends Omit<CallSheetProps, 'view'> {
  call: SheetCall;
}

const stageClasses: Partial<Record<OverlayStage, string>> = {
  incoming: styles.ringing,
  accepted: styles.accepted,
};

/** Button that gets the focus when the sheet closes into a strip, if the element that was focused before is gone. */
const UNFOLD_BUTTON_SELECTOR = '[data-ui="call-strip-expand"]';

function CallSheetContent({ call, ...props }: CallSheetContentProps) {
  if (call.status === 'accepted') return <AcceptedSheet call={call} {...props} />;
  const Pending = call.callerOrReceiver === 'receiver' ? IncomingCall : OutgoingCall;
  return <Pending call={call} {...props} />;
}

/**
 * The call on the sheet. After the end of the call its last state is shown until the closing animation has finished.
 */
function useShownCall(view: CallView): { open: boolean; call: SheetCall | null } {
  const call = sheetCallOf(view);
  const lastCall = useRef(call);
  if (call) lastCall.current = call;
  return { open: call !== null, call: lastCall.current };
}

/**
 * A call over the whole page. Only its buttons answer or end the call: Escape and a click outside fold an accepted call
 * and do nothing to a ringing one.
 */
export function CallSheet({ view, ...props }: CallSheetProps) {
  const { open, call } = useShownCall(view);
  const stage = call ? overlayStageOf(call) : 'nothing';
  const [sheet, setSheet] = useState<HTMLElement | null>(null);
  useFocusOnStageChange(stage, sheet);
  const sheetKey = useStayOnTop(sheet);
  const focusHandlers = useReturnFocus(UNFOLD_BUTTON_SELECTOR);
  useSwallowDoubleClick(open);
  const keepSheetOpen = (event: Event) => {
    if (stage !== 'accepted') event.preventDefault();
  };
  return (
    <Radix.Root key={sheetKey} open={open} onOpenChange={(next) => !next && props.actions.fold()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          ref={setSheet}
          className={clsx('onDark', styles.sheet, stageClasses[stage])}
          data-ui="call-sheet"
          data-stage={stage}
          data-style={call?.animationType}
          aria-label={`Ligação com ${call?.partner.name}`}
          aria-labelledby={undefined}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            focusHandlers.onOpenAutoFocus();
            focusFirst(event.target);
          }}
          onCloseAutoFocus={focusHandlers.onCloseAutoFocus}
          onEscapeKeyDown={keepSheetOpen}
          onInteractOutside={(event) => {
            keepSheetOpen(event);
            stayOpen(event);
          }}
        >
          {call && <CallSheetContent call={call} {...props} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
