import { acceptCall } from './accept-call.ts';
import { type CallCore, callBeginning, createCallCore } from './call-core.ts';
import type { CallPorts } from './call-ports.ts';
import { createAsking } from './call-refresh.ts';
import { createCallSending } from './call-sending.ts';
import { endingNote } from './call-words.ts';
import { placeOwnCall } from './place-call.ts';
import type { CallEffect } from './state/call-state.ts';
import type { CallActions, CallView } from './state/call-view.ts';

/** The calls of one person, until they are stopped. */
export interface PersonCalls extends CallActions {
  /** The same object as long as nothing in it changes. */
  view(): CallView;
  stop(): void;
}

/** Loads the caller's photo; a failure is ignored. */
async function meet(core: CallCore, uid: string): Promise<void> {
  const person = await core.ports.api.person(uid).catch(() => null);
  const { line } = core.state;
  if (!person?.photoURL || line.status === 'free' || line.partner.uid !== uid) return;
  core.apply('met', { ...line.partner, photoURL: person.photoURL });
}

function sayAccepted({ ports }: CallCore, effect: CallEffect & { kind: 'sendAccepted' }): void {
  const { response, invite_link } = effect.room;
  // If this is not delivered, the server ends the call when it stops ringing.
  ports.line.send('callAccepted', { ...effect.pair, response, invite_link }).catch(() => undefined);
}

/** Subscribes to call events of the server and of other tabs, and refreshes the call on reconnection. */
function followLine(core: CallCore, online: () => void): () => void {
  const { line, tabs, now } = core.ports;
  let wasOnline = false;
  const look = () => {
    const isOnline = line.getState() === 'online';
    if (isOnline && !wasOnline) online();
    wasOnline = isOnline;
  };
  const stops = [
    line.on('call', (call) => core.apply('call', { ...callBeginning(core), ...call })),
    line.on('callAccepted', (event) => core.apply('callAccepted', { ...event, at: now() })),
    line.on('callEnd', (pair) => core.apply('callEnd', pair)),
    line.on('callChanged', (change) => core.apply('callChanged', change)),
    tabs.subscribe((callId) => core.apply('endedThere', { callId })),
    line.subscribe(look),
  ];
  look();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Opens the calls of a person; `changed` is called whenever the view may have changed. */
export function openCalls(me: string, ports: CallPorts, changed: () => void): PersonCalls {
  const run = (effect: CallEffect) => {
    if (effect.kind === 'ask') void asking.ask();
    else if (effect.kind === 'sendEnd') sending.end(effect.pair);
    else if (effect.kind === 'tellTabs') ports.tabs.post(effect.callId);
    else if (effect.kind === 'sendAccepted') sayAccepted(core, effect);
    else if (effect.kind === 'open') ports.openTab(effect.link);
    else if (effect.kind === 'meet') void meet(core, effect.uid);
    else ports.showNote(endingNote[effect.why](effect.partner.name));
  };
  const moved = () => {
    asking.watch();
    changed();
  };
  const core = createCallCore(me, ports, { changed: moved, run });
  const sending = createCallSending(ports);
  const asking = createAsking(core, sending);
  const unfollow = followLine(core, () => {
    sending.resume(core.state.line);
    void asking.ask();
  });
  return {
    view: () => core.view,
    place: (callee) => placeOwnCall({ core, sending, asking }, callee),
    accept: () => acceptCall({ core, sending }),
    end: () => {
      core.accepting = null;
      core.apply('ended', {});
    },
    fold: () => core.apply('folded', { folded: true }),
    unfold: () => core.apply('folded', { folded: false }),
    stop: () => {
      core.stopped = true;
      unfollow();
      asking.stop();
    },
  };
}
