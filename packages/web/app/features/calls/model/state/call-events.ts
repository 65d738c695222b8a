import type { CallRoom, CurrentCall } from '@guilda/contract/chat/calls';
import type { ServerPayload } from '@guilda/contract/socket';
import type { CallPair } from './call-state.ts';
import type { AnimationType, CallPartner } from './call-view.ts';

/** Values that a call gets when it begins on this page. */
interface InitialCallValues {
  readonly animationType: AnimationType;
  /** Time of the event by this device's clock, in ms since the epoch. */
  readonly nowMs: number;
}

/** The server's current call, with timestamps converted to this device's clock. */
export type FoundCall = Omit<CurrentCall, 'placedAt' | 'acceptedAt' | 'ringsUntil'> & {
  readonly placedAt: number;
  readonly ringsUntil: number;
  readonly acceptedAt: number | null;
};

/** A new state of a call, with its timestamp converted to this device's clock. */
type CallChange = Omit<ServerPayload<'callChanged'>, 'ringsUntil'> & {
  /** When the server ends the unanswered call, in ms of this device's clock; undefined if the call does not ring. */
  readonly ringsUntil?: number | undefined;
};

/** The events that change the calls of one person, with the payload of each. */
export interface CallEventPayloads {
  /** A call was placed on this page. */
  placed: InitialCallValues & { readonly callee: CallPartner };
  /** The server confirmed that the call that was placed on this page rings. */
  ringingConfirmed: CallPair;
  /** The server refused the call or did not answer. */
  refused: CallPair;
  /** The server reports a call that rings for this person. */
  call: InitialCallValues & ServerPayload<'call'>;
  /** The server reports that the call was accepted, with its room. */
  callAccepted: ServerPayload<'callAccepted'> & { readonly nowMs: number };
  /** The server reports that the call between two people has ended. */
  callEnd: ServerPayload<'callEnd'>;
  /** The server reports a new state of a call to all devices of both people. */
  callChanged: CallChange;
  /** The person accepted the call on this page, which now requests its room. */
  answered: CallPair;
  /** The acceptance failed for a reason that the person can fix, so the call keeps ringing. */
  acceptFailed: CallPair;
  /** The server created the room of the call that was accepted on this page. */
  roomMade: CallPair & { readonly room: CallRoom; readonly nowMs: number };
  /** The acceptance failed for another reason, so the call ends. */
  failed: CallPair;
  /** The server's answer about the current call; `call` is null when there is none. */
  found: InitialCallValues & { readonly call: FoundCall | null };
  /** The request for the current call failed. */
  refreshFailed: { readonly nowMs: number };
  /** The name or photo of a person was loaded. */
  partnerLoaded: CallPartner;
  /** The person declined, cancelled or ended the call on this page. */
  ended: Record<never, never>;
  /** The person ended the call in another tab. */
  endedInOtherTab: { readonly callId: string };
  /** The person turned the sheet of the call into a strip, or back. */
  folded: { readonly folded: boolean };
}

export type CallEventName = keyof CallEventPayloads;
