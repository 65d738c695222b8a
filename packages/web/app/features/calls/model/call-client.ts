import { acceptCall } from './accept-call.ts';
import { createAsking } from './call-asking.ts';
import { beginning, type CallCore, makeCore } from './call-core.ts';
import type { CallPorts } from './call-ports.ts';
import { createSending } from './call-sending.ts';
import type { CallEffect } from './call-state.ts';
import type { CallActions, CallView } from './call-view.ts';
import { endingNote } from './call-words.ts';
import { placeCall } from './place-call.ts';

/** The calls of one person, until they are stopped. */
export interface PersonCalls extends CallActions {
  /** The same object as long as nothing in it changes. */
  view(): CallView;
  stop(): void;
}

/** The photo of whoever calls; without it a call is none the worse. */
async function meet(core: CallCore, uid: string): Promise<void> {
  const person = await core.ports.api.person(uid).catch(() => null);
  const { line } = core.state;
  if (!person?.photoURL || line.status === 'free' || line.partner.uid !== uid) return;
  core.apply('met', { ...line.partner, photoURL: person.photoURL });
}

function sayAccepted({ ports }: CallCore, effect: CallEffect & { kind: 'sendAccepted' }): void {
  const { response, invite_link } = effect.room;
  // Unheard, the server says it by itself.
  ports.line.send('callAccepted', { ...effect.pair, response, invite_link }).catch(() => undefined);
}

/** Hears what the server and other tabs say of calls, and asks when the line is there again. */
function followLine(core: CallCore, online: () => void): () => void {
  const { line, tabs, now } = core.ports;
  let wasOnline = false;
  const look = () => {
    const isOnline = line.getState() === 'online';
    if (isOnline && !wasOnline) online();
    wasOnline = isOnline;
  };
  const stops = [
    line.on('call', (call) => core.apply('call', { ...beginning(core), ...call })),
    line.on('callAccepted', (told) => core.apply('callAccepted', { ...told, at: now() })),
    line.on('callEnd', (pair) => core.apply('callEnd', pair)),
    line.on('callChanged', (change) => core.apply('callChanged', change)),
    tabs.hear((callId) => core.apply('endedThere', { callId })),
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
    else if (effect.kind === 'tellTabs') ports.tabs.tell(effect.callId);
    else if (effect.kind === 'sendAccepted') sayAccepted(core, effect);
    else if (effect.kind === 'open') ports.openTab(effect.link);
    else if (effect.kind === 'meet') void meet(core, effect.uid);
    else ports.tell(endingNote[effect.why](effect.partner.name));
  };
  const moved = () => {
    asking.watch();
    changed();
  };
  const core = makeCore(me, ports, { changed: moved, run });
  const sending = createSending(ports);
  const asking = createAsking(core, sending);
  const unfollow = followLine(core, () => {
    sending.resume(core.state.line);
    void asking.ask();
  });
  return {
    view: () => core.view,
    place: (callee) => placeCall({ core, sending, asking }, callee),
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
