import type { Ack } from '@guilda/contract/socket';
import { type CallCore, initialCallValues } from './call-core.ts';
import type { CallToast } from './call-ports.ts';
import type { CallRefresh } from './call-refresh.ts';
import type { CallSending } from './call-sending.ts';
import { errorToast, refusalToast, tooManyCallsToast } from './call-toasts.ts';
import { noConnectionToast } from './no-connection-toast.ts';
import { hasSameCallerAndCallee } from './state/call-state.ts';
import type { CallActions } from './state/call-view.ts';
import { waitWhileConnecting } from './wait-while-connecting.ts';

type Callee = Parameters<CallActions['place']>[0];

export interface PlaceCallDeps {
  readonly core: CallCore;
  readonly sending: CallSending;
  readonly callRefresh: CallRefresh;
}

/** Whether the person is busy. A call that the other person has left does not count. */
const isInCall = ({ state: { phase } }: CallCore) =>
  phase.status === 'pending' || (phase.status === 'accepted' && !phase.partnerLeft);

/** The person is already in a call: shows a toast, or unfolds the call if it is with this callee. */
function notifyBusy(core: CallCore, { uid }: Callee): void {
  const { phase } = core.state;
  if (phase.status === 'accepted' && phase.partner.uid === uid && phase.folded) {
    core.apply('folded', { folded: false });
  } else core.ports.showToast(refusalToast('already_calling'));
}

/** Asks the server whether the rate limit allows another call; resolves to a toast if not. */
async function checkCallRateLimit(
  { ports }: CallCore,
  calleeId: string,
): Promise<CallToast | null> {
  await waitWhileConnecting(ports);
  const ack = await ports.connection.send('checkCallRateLimit', { calleeId }).catch(() => null);
  if (!ack) return noConnectionToast;
  if (!ack.ok) return refusalToastOf(ack);
  return ack.canCall ? null : tooManyCallsToast;
}

const refusalToastOf = ({ code, error }: Extract<Ack<'call'>, { ok: false }>) =>
  code === 'rate_limited' ? tooManyCallsToast : errorToast(error);

/**
 * Checks the rules for placing a call (`docs/product/calls.md`); resolves to a toast if one is broken. Before a call
 * is refused for a missing Discord account or switched-off calls, the server is asked: this device's data may be old.
 */
async function checkCallRules(
  { ownUid, ports }: CallCore,
  callee: Callee,
): Promise<CallToast | null> {
  if (callee.uid === ownUid) return refusalToast('own_call');
  if (!(await loadOwnDiscordId(ports))) return refusalToast('caller_without_discord');
  if (callee.canBeCalled) return null;
  const currentCallee = await ports.api.person(callee.uid).catch(() => callee);
  return currentCallee.canBeCalled ? null : refusalToast('calls_off');
}

/** Discord id of the signed-in person; loaded from the server when this device has none stored. */
export async function loadOwnDiscordId({
  storedAccount,
  fetchAccount,
}: Pick<CallCore['ports'], 'storedAccount' | 'fetchAccount'>): Promise<string | null> {
  return storedAccount().discordId ?? (await fetchAccount().catch(storedAccount)).discordId;
}

async function sendCall(
  { core, sending, callRefresh }: PlaceCallDeps,
  { uid, name, photoURL }: Callee,
): Promise<void> {
  const pair = { callerId: core.ownUid, calleeId: uid };
  core.apply('placed', { ...initialCallValues(core), callee: { uid, name, photoURL } });
  const ack = await sending.call(uid);
  if (ack?.ok) return core.apply('ringingConfirmed', pair);
  const { phase } = core.state;
  // The call was cancelled, replaced by an incoming call, or rings after all: there is no error to show.
  if (phase.status !== 'pending' || phase.isConfirmed || !hasSameCallerAndCallee(phase.pair, pair))
    return;
  core.apply('refused', pair);
  if (!ack) {
    // The call may have reached the server although the acknowledgement was lost.
    sending.end(pair);
    return core.ports.showToast(noConnectionToast);
  }
  // When both people call each other at once, the server refuses the later call. This page then loads the earlier call.
  if (ack.code === 'already_calling') await callRefresh.requestRefresh();
  if (core.state.phase.status === 'free') core.ports.showToast(refusalToastOf(ack));
}

/** Places a call: checks the rate limit and the rules, then sends the call. */
export async function placeOwnCall(deps: PlaceCallDeps, callee: Callee): Promise<void> {
  const { core } = deps;
  if (core.placing) return;
  core.placing = true;
  try {
    if (isInCall(core)) return notifyBusy(core, callee);
    const problemToast =
      (await checkCallRateLimit(core, callee.uid)) ?? (await checkCallRules(core, callee));
    if (core.stopped) return;
    if (problemToast) core.ports.showToast(problemToast);
    else if (isInCall(core)) notifyBusy(core, callee);
    else await sendCall(deps, callee);
  } finally {
    core.placing = false;
  }
}
