import { type CallRoom, inviteUrlPattern } from '@guilda/contract/calls';
import type { AnimationType, CallPartner, CallView } from './call-view.ts';

/** The two people of a call, which identify it in socket events. */
export interface CallPair {
  readonly callerId: string;
  readonly calleeId: string;
}

interface Between {
  readonly pair: CallPair;
  /** Null until the server has assigned it. */
  readonly callId: string | null;
  readonly partner: CallPartner;
  readonly animationType: AnimationType;
  /** Placed or answered on this page: the invite is opened only here, and once. */
  readonly own: boolean;
}

/** Calling or being called. */
export interface RingingCall extends Between {
  readonly status: 'pending';
  /** In ms of this device's clock. */
  readonly placedAt: number;
  /** The caller's account at Discord, by which the callee accepts. */
  readonly callerDiscordId: string | null;
  /** False while the server has not said that it rings. */
  readonly known: boolean;
  /** Where it was answered: on this page, or on some other device of the callee. */
  readonly answered: 'no' | 'here' | 'there';
  /** The server has said that it is accepted; its room is still to come. */
  readonly settled: boolean;
}

/** Both may go to the room. */
export interface Talking extends Between {
  readonly status: 'accepted';
  readonly acceptedAt: number;
  readonly room: CallRoom;
  readonly folded: boolean;
  readonly fresh: boolean;
  /** One side has left: the server counts neither as busy, but the call stays shown. */
  readonly over: boolean;
}

export interface Free {
  readonly status: 'free';
}
export type CallPhase = Free | RingingCall | Talking;

/** Everything a page knows about the calls of one person. */
export interface CallsOfPerson {
  readonly me: string;
  readonly line: CallPhase;
  /** The call that the server named last as ringing: what `call` brings says no id. */
  readonly announced: (CallPair & { readonly callId: string }) | null;
  /** Calls that are over for this page, the latest last: nothing that comes late revives one. */
  readonly past: readonly string[];
  /** An earlier call of these two was said to be over: the `callEnd` that goes with it is not this one's. */
  readonly stray: boolean;
}

/** A side effect of an event, to be executed after the change of state. */
export type CallEffect =
  /** Ask the server which call there is. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'sendEnd'; readonly pair: CallPair }
  /** Let the person's other tabs know that it is over for them, also where the server has nothing to say. */
  | { readonly kind: 'tellTabs'; readonly callId: string }
  | { readonly kind: 'sendAccepted'; readonly pair: CallPair; readonly room: CallRoom }
  /** Open the invite in a new tab. */
  | { readonly kind: 'open'; readonly link: string }
  /** Shows the person why their call is over. */
  | { readonly kind: 'notify'; readonly why: CallEnding; readonly partner: CallPartner }
  /** Find the photo of whoever calls. */
  | { readonly kind: 'meet'; readonly uid: string };

/** Endings that are shown to the person. */
export type CallEnding = 'declined' | 'missed' | 'failed' | 'emptied';

/** Where an event leads. */
export interface CallStep {
  readonly state: CallsOfPerson;
  readonly effects: readonly CallEffect[];
}

/** How long the server lets a call ring, in ms (`docs/product/calls.md`). */
export const RING_MS = 45_000;

/** Ids of past calls that are kept. */
const PAST = 20;

const FREE: Free = { status: 'free' };

/** The initial state without any call. */
export function startCalls(me: string): CallsOfPerson {
  return { me, line: FREE, announced: null, past: [], stray: false };
}

export const samePair = (one: CallPair, other: CallPair) =>
  one.callerId === other.callerId && one.calleeId === other.calleeId;

export const sideOf = ({ me }: CallsOfPerson, { callerId }: CallPair) =>
  callerId === me ? 'caller' : 'receiver';

export function step(state: CallsOfPerson, ...effects: CallEffect[]): CallStep {
  return { state, effects };
}

/** The same call as it stands now. */
export function withLine(
  state: CallsOfPerson,
  line: CallPhase,
  ...effects: CallEffect[]
): CallStep {
  return step({ ...state, line }, ...effects);
}

/** Marks a call as over for this page, even one that the server does not know yet. */
export function withPast(state: CallsOfPerson, callId: string | null): CallsOfPerson {
  if (callId === null || state.past.includes(callId)) return state;
  return { ...state, past: [...state.past, callId].slice(-PAST) };
}

/** Replaces the current call by another one or by none. */
export function replaced(
  state: CallsOfPerson,
  line: CallPhase,
  ...effects: CallEffect[]
): CallStep {
  const before = state.line.status === 'free' ? null : state.line.callId;
  return step({ ...withPast(state, before), line, stray: false }, ...effects);
}

/** There is no call any more: all fields are cleared. */
export function freed(state: CallsOfPerson, ...effects: CallEffect[]): CallStep {
  return replaced(state, FREE, ...effects);
}

/** Removes an invite link that does not lead to Discord. */
export function safeRoom({ invite_link, response }: CallRoom): CallRoom {
  const safe = invite_link !== null && inviteUrlPattern.test(invite_link);
  return { invite_link: safe ? invite_link : null, response };
}

interface Made {
  readonly room: CallRoom;
  /** In ms of this device's clock. */
  readonly at: number;
}

/** Accepts the call; a person whom the bot could not move gets the invite opened. */
export function accepted(
  state: CallsOfPerson,
  ringing: RingingCall,
  { room: sentRoom, at }: Made,
  ...effects: CallEffect[]
): CallStep {
  const { pair, callId, partner, animationType, own } = ringing;
  const room = safeRoom(sentRoom);
  const between = { pair, callId, partner, animationType, own, room };
  const talking: Talking = {
    ...between,
    status: 'accepted',
    acceptedAt: at,
    folded: false,
    fresh: true,
    over: false,
  };
  const link = room.response === 'not_moved' && own ? room.invite_link : null;
  const opened: CallEffect[] = link === null ? [] : [{ kind: 'open', link }];
  return withLine(state, talking, ...opened, ...effects);
}

/** The view of the state. */
export function viewOf(state: CallsOfPerson): CallView {
  const { line } = state;
  if (line.status === 'free') return line;
  const { partner, animationType, status } = line;
  const call = { callerOrReceiver: sideOf(state, line.pair), partner, animationType } as const;
  if (status === 'pending') {
    return { ...call, status, placedAt: line.placedAt, answering: line.answered !== 'no' };
  }
  const { acceptedAt, room, folded, fresh } = line;
  return { ...call, status, acceptedAt, room, folded, fresh };
}
