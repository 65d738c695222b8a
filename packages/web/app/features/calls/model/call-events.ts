import type { CallRoom, CurrentCall } from '@guilda/contract/calls';
import type { ServerPayload } from '@guilda/contract/socket';
import type { CallPair } from './call-state.ts';
import type { AnimationType, CallPartner } from './call-view.ts';

/** What a call begins with on this page; instants in ms of this device's clock. */
interface Beginning {
  readonly animationType: AnimationType;
  readonly at: number;
}

/** A call as the server tells it when asked, with its instants by this device's clock. */
export type FoundCall = Omit<CurrentCall, 'placedAt' | 'acceptedAt' | 'ringsUntil'> & {
  readonly placedAt: number;
  readonly acceptedAt: number | null;
};

/** Everything that can happen to the calls of one person, by its name. */
export interface CallEvents {
  /** This page calls somebody. */
  placed: Beginning & { readonly callee: CallPartner };
  /** The server has taken it: it rings. */
  taken: CallPair;
  /** The server did not take it, or did not say. */
  refused: CallPair;
  /** From here to `callChanged`: what the server says by itself. */
  call: Beginning & ServerPayload<'call'>;
  callAccepted: ServerPayload<'callAccepted'> & { readonly at: number };
  callEnd: ServerPayload<'callEnd'>;
  callChanged: ServerPayload<'callChanged'>;
  /** The person has accepted on this page; its room is asked for. */
  answered: CallPair;
  /** Something is missing that the person can mend: it goes on ringing. */
  unanswered: CallPair;
  roomMade: CallPair & { readonly room: CallRoom; readonly at: number };
  failed: CallPair;
  /** What the server says when asked; null for no call. */
  found: Beginning & { readonly call: FoundCall | null };
  /** The server was asked, and could not be. */
  unheard: { readonly at: number };
  /** More is known of a person. */
  met: CallPartner;
  /** The person declines, cancels or ends on this page. */
  ended: Record<never, never>;
  /** The person has ended it in another tab. */
  endedThere: { readonly callId: string };
  folded: { readonly folded: boolean };
}

export type CallEventName = keyof CallEvents;
