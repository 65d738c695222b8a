import type { Ack } from '@guilda/contract/socket';
import { type CallCore, callBeginning } from './call-core.ts';
import type { CallNote } from './call-ports.ts';
import type { CallRefresh } from './call-refresh.ts';
import type { CallSending } from './call-sending.ts';
import { failure, refusalNote, tooManyCalls } from './call-words.ts';
import { connectingOver } from './connecting.ts';
import { noConnection } from './no-connection.ts';
import { samePair } from './state/call-state.ts';
import type { CallActions } from './state/call-view.ts';

type Callee = Parameters<CallActions['place']>[0];

export interface Placing {
  readonly core: CallCore;
  readonly sending: CallSending;
  readonly asking: CallRefresh;
}

/** A call whose other side has left does not count as busy. */
const isBusy = ({ state: { line } }: CallCore) =>
  line.status === 'pending' || (line.status === 'accepted' && !line.over);

/** The person is in a call already; the one with this very partner is shown. */
function notifyBusy(core: CallCore, { uid }: Callee): void {
  const { line } = core.state;
  if (line.status === 'accepted' && line.partner.uid === uid && line.folded) {
    core.apply('folded', { folded: false });
  } else core.ports.showNote(refusalNote('already_calling'));
}

/** Whether another call may be placed now; otherwise shows why not. */
async function mayCall({ ports }: CallCore, calleeId: string): Promise<CallNote | null> {
  await connectingOver(ports);
  const ack = await ports.line.send('checkCallRateLimit', { calleeId }).catch(() => null);
  if (!ack) return noConnection;
  if (!ack.ok) return refused(ack);
  return ack.canCall ? null : tooManyCalls;
}

const refused = ({ code, error }: Extract<Ack<'call'>, { ok: false }>) =>
  code === 'rate_limited' ? tooManyCalls : failure(error);

/**
 * The rules for placing a call (`docs/product/calls.md`). This device's data may be outdated, so the server is asked before
 * a call is refused because of it.
 */
async function broken({ me, ports }: CallCore, callee: Callee): Promise<CallNote | null> {
  if (callee.uid === me) return refusalNote('own_call');
  if (!(await ownDiscordId(ports))) return refusalNote('caller_without_discord');
  if (callee.canBeCalled) return null;
  const now = await ports.api.person(callee.uid).catch(() => callee);
  return now.canBeCalled ? null : refusalNote('calls_off');
}

/** The person's Discord account; loaded from the server when this device knows none. */
export async function ownDiscordId({
  self,
  askSelf,
}: Pick<CallCore['ports'], 'self' | 'askSelf'>): Promise<string | null> {
  return self().discordId ?? (await askSelf().catch(self)).discordId;
}

async function ring(
  { core, sending, asking }: Placing,
  { uid, name, photoURL }: Callee,
): Promise<void> {
  const pair = { callerId: core.me, calleeId: uid };
  core.apply('placed', { ...callBeginning(core), callee: { uid, name, photoURL } });
  const ack = await sending.call(uid);
  if (ack?.ok) return core.apply('taken', pair);
  const { line } = core.state;
  // Cancelled, replaced by an incoming call, or ringing after all: there is nothing to show.
  if (line.status !== 'pending' || line.known || !samePair(line.pair, pair)) return;
  core.apply('refused', pair);
  if (!ack) {
    // The call may have arrived without an acknowledgement.
    sending.end(pair);
    return core.ports.showNote(noConnection);
  }
  // When both call each other at once, the slower one receives the other's call.
  if (ack.code === 'already_calling') await asking.ask();
  if (core.state.line.status === 'free') core.ports.showNote(refused(ack));
}

/** Places a call: checks the rate limit, then the rules, then sends it. */
export async function placeOwnCall(placing: Placing, callee: Callee): Promise<void> {
  const { core } = placing;
  if (core.placing) return;
  core.placing = true;
  try {
    if (isBusy(core)) return notifyBusy(core, callee);
    const problem = (await mayCall(core, callee.uid)) ?? (await broken(core, callee));
    if (core.stopped) return;
    if (problem) core.ports.showNote(problem);
    else if (isBusy(core)) notifyBusy(core, callee);
    else await ring(placing, callee);
  } finally {
    core.placing = false;
  }
}
