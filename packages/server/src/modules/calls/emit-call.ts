import type { Realtime } from '../../ports/realtime.ts';
import type { CallRow } from './calls-table.ts';

/** A call as emitted to its two sides. */
export type EmittedCall = Pick<CallRow, 'id' | 'callerId' | 'calleeId' | 'state' | 'outcome'> & {
  /** Who ended it; missing when the clock or the room did. */
  readonly endedBy?: string;
};

export interface EmitCallDeps {
  readonly realtime: Realtime;
}

const partyIdsOf = ({ callerId, calleeId }: EmittedCall) => [callerId, calleeId];

/** Emits the current state to all devices of both, after the commit and before `call`, `callAccepted` or `callEnd`. */
export function emitCallChanged({ realtime }: EmitCallDeps, call: EmittedCall): void {
  const { id: callId, callerId, calleeId, state, outcome, endedBy = null } = call;
  const change = { callId, callerId, calleeId, state, outcome, endedBy };
  realtime.emit(partyIdsOf(call), 'callChanged', change);
}

/** Emits the end of a call to all devices of both except the socket that ended it. */
export function emitCallEnded(deps: EmitCallDeps, call: EmittedCall, exceptSocket?: string): void {
  const { callerId, calleeId } = call;
  emitCallChanged(deps, call);
  const but = exceptSocket === undefined ? {} : { exceptSocket };
  deps.realtime.emit(partyIdsOf(call), 'callEnd', { callerId, calleeId }, but);
}
