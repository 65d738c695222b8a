import { type CallRoom, inviteUrlPattern } from '@guilda/contract/chat/calls';
import type { AnimationType, CallPartner, CallView } from './call-view.ts';

/** Uids of caller and callee, by which socket events identify a call. */
export interface CallPair {
  readonly callerId: string;
  readonly calleeId: string;
}

/** A call whose end is sent to the server. */
export interface CallToEnd extends CallPair {
  /** The server's id of the call; undefined when the page does not know it. */
  readonly callId?: string | undefined;
}

interface CallStateBase {
  readonly pair: CallPair;
  /** The server's id of the call; null until the page knows it. */
  readonly callId: string | null;
  readonly partner: CallPartner;
  readonly animationType: AnimationType;
  /** Whether the call was placed or answered on this page; only this page then opens the invite. */
  readonly startedHere: boolean;
}

/** A ringing call, on the caller's or on the callee's page. */
export interface RingingCall extends CallStateBase {
  readonly status: 'pending';
  /** When the call was placed, in ms of this device's clock. */
  readonly placedAt: number;
  /** When the server ends the unanswered call, in ms of this device's clock; null until the page knows it. */
  readonly ringsUntil: number | null;
  /** The caller's Discord id, which the callee needs to accept the call; null when it is unknown. */
  readonly callerDiscordId: string | null;
  /** Whether the server has confirmed that the call rings. */
  readonly isConfirmed: boolean;
  /** Where the call was answered: on this page (`here`) or on another device of the callee (`there`). */
  readonly answered: 'no' | 'here' | 'there';
  /** Whether the server has reported that the call is accepted; the page then waits only for the data of the room. */
  readonly isAcceptanceConfirmed: boolean;
}

/** A call that was accepted; both people may join its Discord room. */
export interface AcceptedCallState extends CallStateBase {
  readonly status: 'accepted';
  /** When the call was accepted, in ms of this device's clock. */
  readonly acceptedAt: number;
  readonly room: CallRoom;
  /** Whether the call is shown as a strip, so that the page below can be used. */
  readonly folded: boolean;
  /**
   * Whether the call was accepted while this page showed it ringing; false if the page loaded it as already accepted.
   */
  readonly justAccepted: boolean;
  /** Whether the other person has left. The server then counts neither person as busy, but the call stays on screen. */
  readonly partnerLeft: boolean;
}

export interface NoCallState {
  readonly status: 'free';
}
export type CallPhase = NoCallState | RingingCall | AcceptedCallState;

/** The state of the calls of one person on a page. */
export interface PersonCallsState {
  readonly ownUid: string;
  readonly phase: CallPhase;
  /**
   * The call that `callChanged` last reported as ringing. Its id and the end of its ringing time are taken from there,
   * because the event `call` contains neither.
   */
  readonly announcedCall:
    | (CallPair & Pick<RingingCall, 'ringsUntil'> & { readonly callId: string })
    | null;
  /** Ids of calls that have ended on this page, the latest last; late events about them are ignored. */
  readonly endedCallIds: readonly string[];
  /**
   * Whether an earlier call of the same pair has ended whose `callEnd` is still expected. That event must not end the
   * current call.
   */
  readonly expectsEarlierCallEnd: boolean;
}

/** A side effect of an event, to be executed after the change of state. */
export type CallEffect =
  /** Load the current call from the server. */
  | { readonly kind: 'loadCall' }
  | { readonly kind: 'sendEnd'; readonly call: CallToEnd }
  /** End the call in the person's other tabs as well, even if the server sends no event about it. */
  | { readonly kind: 'notifyTabs'; readonly callId: string }
  | { readonly kind: 'sendAccepted'; readonly pair: CallPair; readonly room: CallRoom }
  /** Open the invite in a new tab. */
  | { readonly kind: 'openInvite'; readonly link: string }
  /** Show the person why their call has ended. */
  | { readonly kind: 'notify'; readonly ending: CallEnding; readonly partner: CallPartner }
  /** Load the photo of the caller. */
  | { readonly kind: 'loadPhoto'; readonly uid: string };

/** How a call has ended, for the endings about which the person sees a toast. */
export type CallEnding = 'declined' | 'missed' | 'failed' | 'emptied';

/** The result of an event: the new state and its side effects. */
export interface CallStep {
  readonly state: PersonCallsState;
  readonly effects: readonly CallEffect[];
}

/** Ringing time in ms that is assumed until the server has sent `ringsUntil`: the default of `CALL_RING_SECONDS`. */
const DEFAULT_RINGING_MS = 45_000;

/** When a ringing call ends if the server does not answer, in ms of this device's clock. */
export const ringingEndOf = ({
  placedAt,
  ringsUntil,
}: Pick<RingingCall, 'placedAt' | 'ringsUntil'>): number =>
  ringsUntil ?? placedAt + DEFAULT_RINGING_MS;

/** Number of ids of ended calls that are remembered. */
const MAX_PAST_CALLS = 20;

const NO_CALL: NoCallState = { status: 'free' };

/** The initial state without any call. */
export function initialCallState(ownUid: string): PersonCallsState {
  return {
    ownUid,
    phase: NO_CALL,
    announcedCall: null,
    endedCallIds: [],
    expectsEarlierCallEnd: false,
  };
}

/** How the end of this call is sent to the server. */
export const callToEnd = ({ pair, callId }: RingingCall | AcceptedCallState): CallToEnd => ({
  ...pair,
  ...(callId !== null && { callId }),
});

export const hasSameCallerAndCallee = (a: CallPair, b: CallPair) =>
  a.callerId === b.callerId && a.calleeId === b.calleeId;

export const callSideOf = ({ ownUid }: PersonCallsState, { callerId }: CallPair) =>
  callerId === ownUid ? 'caller' : 'receiver';

export function callStep(state: PersonCallsState, ...effects: CallEffect[]): CallStep {
  return { state, effects };
}

/** Sets the phase of the current call. */
export function withCallPhase(
  state: PersonCallsState,
  phase: CallPhase,
  ...effects: CallEffect[]
): CallStep {
  return callStep({ ...state, phase }, ...effects);
}

/** Adds a call to the ended calls of this page; a call without an id yet changes nothing. */
export function withPastCall(state: PersonCallsState, callId: string | null): PersonCallsState {
  if (callId === null || state.endedCallIds.includes(callId)) return state;
  return { ...state, endedCallIds: [...state.endedCallIds, callId].slice(-MAX_PAST_CALLS) };
}

/** Replaces the current call by another one or by none. */
export function replaceCall(
  state: PersonCallsState,
  phase: CallPhase,
  ...effects: CallEffect[]
): CallStep {
  const previousCallId = state.phase.status === 'free' ? null : state.phase.callId;
  return callStep(
    { ...withPastCall(state, previousCallId), phase, expectsEarlierCallEnd: false },
    ...effects,
  );
}

/** Ends the current call and returns to the state without a call. */
export function clearCall(state: PersonCallsState, ...effects: CallEffect[]): CallStep {
  return replaceCall(state, NO_CALL, ...effects);
}

/** Removes an invite link that does not lead to Discord. */
export function withSafeInviteLink({ invite_link, response }: CallRoom): CallRoom {
  const isSafe = invite_link !== null && inviteUrlPattern.test(invite_link);
  return { invite_link: isSafe ? invite_link : null, response };
}

interface AcceptanceDetails {
  readonly room: CallRoom;
  /** When the call was accepted, in ms of this device's clock. */
  readonly acceptedAt: number;
}

/**
 * Turns a ringing call into an accepted one. When the Discord bot could not move the person into the call's voice
 * channel, the page on which the call was placed or answered opens the Discord invite link.
 */
export function acceptRingingCall(
  state: PersonCallsState,
  ringingCall: RingingCall,
  { room: sentRoom, acceptedAt }: AcceptanceDetails,
  ...effects: CallEffect[]
): CallStep {
  const { pair, callId, partner, animationType, startedHere } = ringingCall;
  const room = withSafeInviteLink(sentRoom);
  const commonFields = { pair, callId, partner, animationType, startedHere, room };
  const acceptedCall: AcceptedCallState = {
    ...commonFields,
    status: 'accepted',
    acceptedAt,
    folded: false,
    justAccepted: true,
    partnerLeft: false,
  };
  const link = room.response === 'not_moved' && startedHere ? room.invite_link : null;
  const inviteEffects: CallEffect[] = link === null ? [] : [{ kind: 'openInvite', link }];
  return withCallPhase(state, acceptedCall, ...inviteEffects, ...effects);
}

/** Converts the state to the view that components render. */
export function callViewOf(state: PersonCallsState): CallView {
  const { phase } = state;
  if (phase.status === 'free') return phase;
  const { partner, animationType, status } = phase;
  const commonFields = {
    callerOrReceiver: callSideOf(state, phase.pair),
    partner,
    animationType,
  } as const;
  if (status === 'pending') {
    return {
      ...commonFields,
      status,
      placedAt: phase.placedAt,
      answering: phase.answered !== 'no',
    };
  }
  const { acceptedAt, room, folded, justAccepted } = phase;
  return { ...commonFields, status, acceptedAt, room, folded, justAccepted };
}
