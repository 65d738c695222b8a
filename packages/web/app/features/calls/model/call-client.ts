import { acceptCall } from './accept-call.ts';
import { type CallCore, createCallCore, initialCallValues } from './call-core.ts';
import type { CallPorts } from './call-ports.ts';
import { createCallRefresh } from './call-refresh.ts';
import { createCallSending } from './call-sending.ts';
import { endingToasts } from './call-toasts.ts';
import { placeOwnCall } from './place-call.ts';
import type { CallEffect } from './state/call-state.ts';
import type { CallActions, CallView } from './state/call-view.ts';

/** The calls of one person, until `stop` is called. */
export interface PersonCalls extends CallActions {
  /** Returns the same object until the view changes. */
  view(): CallView;
  stop(): void;
}

/** Loads the caller's photo. A failure is ignored, because the call works without the photo. */
async function loadPartnerPhoto(core: CallCore, uid: string): Promise<void> {
  const person = await core.ports.api.person(uid).catch(() => null);
  const { phase } = core.state;
  if (!person?.photoURL || phase.status === 'free' || phase.partner.uid !== uid) return;
  core.apply('partnerLoaded', { ...phase.partner, photoURL: person.photoURL });
}

function sendAccepted({ ports }: CallCore, effect: CallEffect & { kind: 'sendAccepted' }): void {
  const { response, invite_link } = effect.room;
  // If this message is lost, the server ends the call at the end of its ringing time.
  ports.connection
    .send('callAccepted', { ...effect.pair, response, invite_link })
    .catch(() => undefined);
}

/** Subscribes to call events of the server and of other tabs; calls `onOnline` on reconnection. */
function followCallEvents(core: CallCore, onOnline: () => void): () => void {
  const { connection, tabs, now, deviceTime } = core.ports;
  let wasOnline = false;
  const onStateChange = () => {
    const isOnline = connection.getState() === 'online';
    if (isOnline && !wasOnline) onOnline();
    wasOnline = isOnline;
  };
  const stopFunctions = [
    connection.on('call', (call) => core.apply('call', { ...initialCallValues(core), ...call })),
    connection.on('callAccepted', (event) =>
      core.apply('callAccepted', { ...event, nowMs: now() }),
    ),
    connection.on('callEnd', (pair) => core.apply('callEnd', pair)),
    connection.on('callChanged', ({ ringsUntil, ...change }) =>
      core.apply('callChanged', {
        ...change,
        ...(ringsUntil && { ringsUntil: deviceTime(ringsUntil) }),
      }),
    ),
    tabs.subscribe((callId) => core.apply('endedInOtherTab', { callId })),
    connection.subscribe(onStateChange),
  ];
  onStateChange();
  return () => {
    for (const stop of stopFunctions) stop();
  };
}

/** Creates the calls of a person; `onChange` is called whenever the view may have changed. */
export function openPersonCalls(
  ownUid: string,
  ports: CallPorts,
  onChange: () => void,
): PersonCalls {
  const run = (effect: CallEffect) => {
    if (effect.kind === 'loadCall') void callRefresh.requestRefresh();
    else if (effect.kind === 'sendEnd') sending.end(effect.call);
    else if (effect.kind === 'notifyTabs') ports.tabs.post(effect.callId);
    else if (effect.kind === 'sendAccepted') sendAccepted(core, effect);
    else if (effect.kind === 'openInvite') ports.openTab(effect.link);
    else if (effect.kind === 'loadPhoto') void loadPartnerPhoto(core, effect.uid);
    else ports.showToast(endingToasts[effect.ending](effect.partner.name));
  };
  const changeState = () => {
    callRefresh.watch();
    onChange();
  };
  const core = createCallCore(ownUid, ports, { changed: changeState, run });
  const sending = createCallSending(core);
  const callRefresh = createCallRefresh(core, sending);
  const stopFollowing = followCallEvents(core, () => {
    sending.resume();
    void callRefresh.requestRefresh();
  });
  return {
    view: () => core.view,
    place: (callee) => placeOwnCall({ core, sending, callRefresh }, callee),
    accept: () => acceptCall({ core, sending }),
    end: () => {
      core.accepting = null;
      core.apply('ended', {});
    },
    fold: () => core.apply('folded', { folded: true }),
    unfold: () => core.apply('folded', { folded: false }),
    stop: () => {
      core.stopped = true;
      for (const stop of [stopFollowing, callRefresh.stop, sending.stop]) stop();
    },
  };
}
