import { ApiError } from '@guilda/contract/api-error';
import type { CallCore } from './call-core.ts';
import type { CallSending } from './call-sending.ts';
import { acceptFailed, refusalNote } from './call-words.ts';
import { ownDiscordId } from './place-call.ts';
import { type RingingCall, samePair } from './state/call-state.ts';

interface Accepting {
  readonly core: CallCore;
  readonly sending: CallSending;
}

/** The incoming call that nobody has answered yet. */
function ringingHere({ state: { line }, me }: CallCore): RingingCall | null {
  const rings = line.status === 'pending' && line.pair.calleeId === me;
  return rings && line.answered === 'no' ? line : null;
}

const sameCall = (one: RingingCall, other: RingingCall) =>
  samePair(one.pair, other.pair) && one.placedAt === other.placedAt;

/** Handles a refused acceptance: where the person can fix the cause, the call goes on ringing. */
function fail({ core, sending }: Accepting, ringing: RingingCall, code: string | null): void {
  const { pair } = ringing;
  const { line } = core.state;
  const stands = line.status === 'pending' && sameCall(line, ringing);
  if (code === 'callee_without_discord') {
    core.apply('unanswered', pair);
    core.ports.showNote(refusalNote(code));
    return;
  }
  core.apply('failed', pair);
  const roomless = code === 'call_room_failed';
  core.ports.showNote(roomless ? refusalNote(code) : acceptFailed);
  // Declines at the server as well, otherwise the caller would go on waiting.
  if (stands && !roomless && code !== 'call_not_found') sending.end(pair);
}

/** Accepts the incoming call, once however often the button is pressed. */
export async function acceptCall(accepting: Accepting): Promise<void> {
  const { core } = accepting;
  const ringing = ringingHere(core);
  if (!ringing || (core.accepting && sameCall(core.accepting, ringing))) return;
  core.accepting = ringing;
  try {
    const own = await ownDiscordId(core.ports);
    const still = ringingHere(core);
    if (!still || !sameCall(still, ringing) || core.stopped) return;
    if (!own) return core.ports.showNote(refusalNote('callee_without_discord'));
    core.apply('answered', still.pair);
    const { callerDiscordId, pair } = still;
    const room = await core.ports.api.openRoom(callerDiscordId ?? '', own);
    if (core.accepting === ringing) core.apply('roomMade', { ...pair, room, at: core.ports.now() });
  } catch (error) {
    if (core.accepting !== ringing || core.stopped) return;
    fail(accepting, ringing, error instanceof ApiError ? error.code : null);
  } finally {
    if (core.accepting === ringing) core.accepting = null;
  }
}
