import type { Realtime } from '../../ports/realtime.ts';
import type { CallRow } from './calls-table.ts';

/** What of a call its two sides are told. */
export type ToldCall = Pick<CallRow, 'id' | 'callerId' | 'calleeId' | 'state' | 'outcome'> & {
  /** Who of the two ended it; nobody of them where the clock or its room did. */
  readonly endedBy?: string;
};

export interface TellCallDeps {
  readonly realtime: Realtime;
}

const sides = ({ callerId, calleeId }: ToldCall) => [callerId, calleeId];

/** Tells every device of both where a call stands now; after commit, before the events of `spec §7`. */
export function tellChange({ realtime }: TellCallDeps, call: ToldCall): void {
  const { id: callId, callerId, calleeId, state, outcome, endedBy = null } = call;
  const change = { callId, callerId, calleeId, state, outcome, endedBy };
  realtime.emit(sides(call), 'callChanged', change);
}

/** Tells every device of both that a call is over, but for the one that ended it. */
export function tellEnd(deps: TellCallDeps, call: ToldCall, exceptSocket?: string): void {
  const { callerId, calleeId } = call;
  tellChange(deps, call);
  const but = exceptSocket === undefined ? {} : { exceptSocket };
  deps.realtime.emit(sides(call), 'callEnd', { callerId, calleeId }, but);
}
