import type { Ack } from '@guilda/contract/socket';
import type { CallAsking } from './call-asking.ts';
import { beginning, type CallCore } from './call-core.ts';
import type { CallNote } from './call-ports.ts';
import type { CallSending } from './call-sending.ts';
import { samePair } from './call-state.ts';
import type { CallActions } from './call-view.ts';
import { failure, refusal, tooManyCalls } from './call-words.ts';
import { connectingOver } from './connecting.ts';
import { noConnection } from './no-connection.ts';

type Callee = Parameters<CallActions['place']>[0];

export interface Placing {
  readonly core: CallCore;
  readonly sending: CallSending;
  readonly asking: CallAsking;
}

/** A call whose other side has left is no hindrance. */
const isBusy = ({ state: { line } }: CallCore) =>
  line.status === 'pending' || (line.status === 'accepted' && !line.over);

/** The person is in a call already; the one with this very partner is shown. */
function tellBusy(core: CallCore, { uid }: Callee): void {
  const { line } = core.state;
  if (line.status === 'accepted' && line.partner.uid === uid && line.folded) {
    core.apply('folded', { folded: false });
  } else core.ports.tell(refusal('already_calling'));
}

/** Whether more calls may be placed now (`spec §4`); what keeps them is told. */
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
 * The calling rules of `spec §5`. What this device knows may be old: the server is asked before
 * anybody is refused by it.
 */
async function broken({ me, ports }: CallCore, callee: Callee): Promise<CallNote | null> {
  if (callee.uid === me) return refusal('own_call');
  if (!(await ownDiscordId(ports))) return refusal('caller_without_discord');
  if (callee.canBeCalled) return null;
  const now = await ports.api.person(callee.uid).catch(() => callee);
  return now.canBeCalled ? null : refusal('calls_off');
}

/** The own account at Discord, asked for where this device knows of none. */
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
  core.apply('placed', { ...beginning(core), callee: { uid, name, photoURL } });
  const ack = await sending.call(uid);
  if (ack?.ok) return core.apply('taken', pair);
  const { line } = core.state;
  // Cancelled meanwhile, called by the other, or rung all the same: then there is nothing to tell.
  if (line.status !== 'pending' || line.known || !samePair(line.pair, pair)) return;
  core.apply('refused', pair);
  if (!ack) {
    // It may yet have got there.
    sending.end(pair);
    return core.ports.tell(noConnection);
  }
  // They may call each other at once: who was slower is called.
  if (ack.code === 'already_calling') await asking.ask();
  if (core.state.line.status === 'free') core.ports.tell(refused(ack));
}

/** Calls somebody (`spec §4`): the limit first, then the rules, then it rings. */
export async function placeCall(placing: Placing, callee: Callee): Promise<void> {
  const { core } = placing;
  if (core.placing) return;
  core.placing = true;
  try {
    if (isBusy(core)) return tellBusy(core, callee);
    const problem = (await mayCall(core, callee.uid)) ?? (await broken(core, callee));
    if (core.stopped) return;
    if (problem) core.ports.tell(problem);
    else if (isBusy(core)) tellBusy(core, callee);
    else await ring(placing, callee);
  } finally {
    core.placing = false;
  }
}
