import { ApiError } from '@guilda/contract/api-error';
import type { CallCore } from './call-core.ts';
import type { CallSending } from './call-sending.ts';
import { acceptFailedToast, refusalToast } from './call-toasts.ts';
import { loadOwnDiscordId } from './place-call.ts';
import { callToEnd, hasSameCallerAndCallee, type RingingCall } from './state/call-state.ts';

interface AcceptCallDeps {
  readonly core: CallCore;
  readonly sending: CallSending;
}

/** The incoming call that was not answered on any device yet; null if there is none. */
function incomingCall({ state: { phase }, ownUid }: CallCore): RingingCall | null {
  const isRingingHere = phase.status === 'pending' && phase.pair.calleeId === ownUid;
  return isRingingHere && phase.answered === 'no' ? phase : null;
}

const isSameCall = (a: RingingCall, b: RingingCall) =>
  hasSameCallerAndCallee(a.pair, b.pair) && a.placedAt === b.placedAt;

/** Handles a refused acceptance. The call keeps ringing if the person can fix the cause. */
function handleAcceptFailure(
  { core, sending }: AcceptCallDeps,
  ringingCall: RingingCall,
  errorCode: string | null,
): void {
  const { pair } = ringingCall;
  const { phase } = core.state;
  const isStillRinging = phase.status === 'pending' && isSameCall(phase, ringingCall);
  if (errorCode === 'callee_without_discord') {
    core.apply('acceptFailed', pair);
    core.ports.showToast(refusalToast(errorCode));
    return;
  }
  core.apply('failed', pair);
  const isRoomMissing = errorCode === 'call_room_failed';
  core.ports.showToast(isRoomMissing ? refusalToast(errorCode) : acceptFailedToast);
  // A call that still rings is also declined at the server, otherwise the caller would keep waiting.
  if (isStillRinging && !isRoomMissing && errorCode !== 'call_not_found')
    sending.end(callToEnd(ringingCall));
}

/** Accepts the incoming call once, even if the button is pressed repeatedly. */
export async function acceptCall(deps: AcceptCallDeps): Promise<void> {
  const { core } = deps;
  const ringingCall = incomingCall(core);
  if (!ringingCall || (core.accepting && isSameCall(core.accepting, ringingCall))) return;
  core.accepting = ringingCall;
  try {
    const ownDiscordId = await loadOwnDiscordId(core.ports);
    const currentCall = incomingCall(core);
    if (!currentCall || !isSameCall(currentCall, ringingCall) || core.stopped) return;
    if (!ownDiscordId) return core.ports.showToast(refusalToast('callee_without_discord'));
    core.apply('answered', currentCall.pair);
    const { callerDiscordId, pair } = currentCall;
    const room = await core.ports.api.openRoom(callerDiscordId ?? '', ownDiscordId);
    if (core.accepting === ringingCall)
      core.apply('roomMade', { ...pair, room, nowMs: core.ports.now() });
  } catch (error) {
    if (core.accepting !== ringingCall || core.stopped) return;
    handleAcceptFailure(deps, ringingCall, error instanceof ApiError ? error.code : null);
  } finally {
    if (core.accepting === ringingCall) core.accepting = null;
  }
}
