import { ApiError } from '@guilda/contract/api-error';
import type { CallCore } from './call-core.ts';
import type { CallSending } from './call-sending.ts';
import { acceptFailedToast, refusalToast } from './call-toasts.ts';
import { loadOwnDiscordId } from './place-call.ts';
import { hasSameCallerAndCallee, type RingingCall } from './state/call-state.ts';

interface AcceptCallDeps {
  readonly core: CallCore;
  readonly sending: CallSending;
}

/** The incoming call that was not answered on any device yet; null if there is none. */
function incomingCall({ state: { phase }, ownUid }: CallCore): RingingCall | null {
  const rings = phase.status === 'pending' && phase.pair.calleeId === ownUid;
  return rings && phase.answered === 'no' ? phase : null;
}

const isSameCall = (one: RingingCall, other: RingingCall) =>
  hasSameCallerAndCallee(one.pair, other.pair) && one.placedAt === other.placedAt;

/** Handles a refused acceptance. The call keeps ringing if the person can fix the cause. */
function handleAcceptFailure(
  { core, sending }: AcceptCallDeps,
  ringing: RingingCall,
  code: string | null,
): void {
  const { pair } = ringing;
  const { phase } = core.state;
  const stillRings = phase.status === 'pending' && isSameCall(phase, ringing);
  if (code === 'callee_without_discord') {
    core.apply('acceptFailed', pair);
    core.ports.showNote(refusalToast(code));
    return;
  }
  core.apply('failed', pair);
  const roomless = code === 'call_room_failed';
  core.ports.showNote(roomless ? refusalToast(code) : acceptFailedToast);
  // The call is also declined at the server, otherwise the caller would keep waiting.
  if (stillRings && !roomless && code !== 'call_not_found') sending.end(pair);
}

/** Accepts the incoming call once, even if the button is pressed repeatedly. */
export async function acceptCall(deps: AcceptCallDeps): Promise<void> {
  const { core } = deps;
  const ringing = incomingCall(core);
  if (!ringing || (core.accepting && isSameCall(core.accepting, ringing))) return;
  core.accepting = ringing;
  try {
    const ownDiscordId = await loadOwnDiscordId(core.ports);
    const still = incomingCall(core);
    if (!still || !isSameCall(still, ringing) || core.stopped) return;
    if (!ownDiscordId) return core.ports.showNote(refusalToast('callee_without_discord'));
    core.apply('answered', still.pair);
    const { callerDiscordId, pair } = still;
    const room = await core.ports.api.openRoom(callerDiscordId ?? '', ownDiscordId);
    if (core.accepting === ringing)
      core.apply('roomMade', { ...pair, room, nowMs: core.ports.now() });
  } catch (error) {
    if (core.accepting !== ringing || core.stopped) return;
    handleAcceptFailure(deps, ringing, error instanceof ApiError ? error.code : null);
  } finally {
    if (core.accepting === ringing) core.accepting = null;
  }
}
