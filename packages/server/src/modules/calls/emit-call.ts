import type { Realtime } from '../../ports/realtime.ts';
import type { CallRow } from './calls-table.ts';

/** The columns of a call that are emitted to caller and callee. */
export type EmittedCall = Pick<CallRow, 'id' | 'callerId' | 'calleeId' | 'state' | 'outcome'> & {
  /** Uid of the person who ended the call; missing when no person ended it, for example when its ring time passed. */
  readonly endedBy?: string;
  /** Time at which a ringing call ends as missed when nobody answers. */
  readonly ringsUntil?: Date;
};

export interface EmitCallDeps {
  readonly realtime: Realtime;
}

const partyIdsOf = ({ callerId, calleeId }: EmittedCall) => [callerId, calleeId];

/**
 * Emits the current state of a call to all devices of caller and callee. Run this function after the commit and
 * before emitting `call`, `callAccepted` or `callEnd`.
 */
export function emitCallChanged({ realtime }: EmitCallDeps, call: EmittedCall): void {
  const { id: callId, callerId, calleeId, state, outcome, endedBy = null, ringsUntil } = call;
  const change = { callId, callerId, calleeId, state, outcome, endedBy };
  const ringing = state === 'pending' && ringsUntil ? { ringsUntil: ringsUntil.toISOString() } : {};
  realtime.emit(partyIdsOf(call), 'callChanged', { ...change, ...ringing });
}

/** Emits the end of a call to all devices of caller and callee, except the socket `exceptSocket` that requested it. */
export function emitCallEnded(deps: EmitCallDeps, call: EmittedCall, exceptSocket?: string): void {
  const { callerId, calleeId } = call;
  emitCallChanged(deps, call);
  const emitOptions = exceptSocket === undefined ? {} : { exceptSocket };
  deps.realtime.emit(partyIdsOf(call), 'callEnd', { callerId, calleeId }, emitOptions);
}
