import { callOutcomes, callResponse, callStates } from './calls.ts';
import { id, idInput } from './common.ts';
import type { ErrorCode } from './errors.ts';
import { errors } from './errors.ts';
import { limits } from './limits.ts';
import { message } from './messaging.ts';
import { notification } from './notifications.ts';
import { z } from './schema.ts';
import { requiredText } from './text.ts';
import { presence } from './users.ts';

/** One event of `spec §7` that a client may send. */
export interface ClientEvent {
  readonly payload: z.ZodType;
  /** What a success acknowledges beside `ok: true`. */
  readonly ack: z.ZodObject<z.ZodRawShape>;
  /** What a payload that does not fit is refused with; `invalid_input` where nothing is named. */
  readonly misfit?: ErrorCode;
  /** Open to a socket that has not registered. */
  readonly unregistered?: true;
}

const nothing = z.object({});
/** What a client says beside the point, or leaves out, is let through and dropped. */
const anything = z
  .unknown()
  .transform(() => undefined)
  .optional();

export const onlineUser = z.object({ userId: id, status: presence });
export type OnlineUser = z.infer<typeof onlineUser>;

const pair = z.object({ callerId: idInput, calleeId: idInput });

/** Names and payloads of what clients send (`spec §7`, `product §12`). */
export const clientEvents = {
  /** The uid as a bare string; anyone else's is refused and the socket closed. */
  register: { payload: z.string().max(200), ack: nothing, misfit: 'forbidden', unregistered: true },
  userActivity: { payload: anything, ack: nothing },
  userTyping: {
    payload: z.object({ senderId: anything, receiverId: idInput }),
    ack: nothing,
    misfit: 'message_refused',
  },
  /** `senderId` and `sentAt` are ignored: they are the socket's own and the server's. */
  sendMessage: {
    payload: z.object({
      /** Made by the client, so that sending again stores once. */
      id: z.uuid().toLowerCase().nullish(),
      senderId: anything,
      receiverId: idInput,
      message: requiredText(limits.message, errors.message_refused.text),
      sentAt: anything,
    }),
    ack: z.object({ message }),
    misfit: 'message_refused',
  },
  /**
   * Tells the receiver of the newest message that the sender stored with them in the last 60 s, once
   * for each; the server says what it says. `forbidden` where there is none (`product §6`).
   */
  notification: {
    payload: z.object({ receiverId: idInput, type: z.literal('message'), content: anything }),
    ack: nothing,
    misfit: 'forbidden',
  },
  checkCallRateLimit: {
    payload: z.object({ calleeId: idInput }),
    ack: z.object({ canCall: z.boolean() }),
  },
  call: {
    payload: z.object({ calleeId: idInput, callerName: anything, callerDiscordId: anything }),
    ack: nothing,
  },
  callAccepted: {
    payload: pair.extend({ response: anything, invite_link: anything }),
    ack: nothing,
  },
  callEnd: { payload: pair, ack: nothing },
} as const satisfies Record<string, ClientEvent>;

export type ClientEventName = keyof typeof clientEvents;
export type ClientPayload<N extends ClientEventName> = z.output<
  (typeof clientEvents)[N]['payload']
>;
export type ClientAck<N extends ClientEventName> = z.input<(typeof clientEvents)[N]['ack']>;

/** How every client event is acknowledged. */
export type Ack<N extends ClientEventName> =
  | ({ readonly ok: true } & z.output<(typeof clientEvents)[N]['ack']>)
  | {
      readonly ok: false;
      readonly error: string;
      readonly code: string;
      /** With `rate_limited`: when it is worth another try, in ms from now. */
      readonly retryAfterMs?: number;
    };

/**
 * Names and payloads of what the server sends: those of `spec §7`, and four of our own by which
 * the devices of two people stay alike.
 */
export const serverEvents = {
  usersOnline: z.array(onlineUser),
  userConnected: onlineUser,
  userDisconnected: onlineUser,
  statusUpdated: onlineUser,
  receiveMessage: message,
  userTyping: z.object({ senderId: id, receiverId: id }),
  notification,
  callRateLimitStatus: z.object({ canCall: z.boolean() }),
  call: z.object({ callerId: id, callerName: z.string(), callerDiscordId: z.string() }),
  callAccepted: z.object({
    callerId: id,
    calleeId: id,
    response: callResponse,
    invite_link: z.string().nullable(),
  }),
  callEnd: z.object({ callerId: id, calleeId: id }),
  /**
   * Every step of a call, to all devices of both, before the event of `spec §7` that goes with it:
   * a device learns here that another one answered, and why a call is over.
   */
  callChanged: z.object({
    callId: id,
    callerId: id,
    calleeId: id,
    state: z.enum(callStates),
    /** Null until it is over. */
    outcome: z.enum(callOutcomes).nullable(),
    /** Who of the two ended it; null until it is over, and where the clock or its room did. */
    endedBy: id.nullable(),
  }),
  /** `readerId` has read the conversation with `otherId` up to this message; told to both. */
  messagesRead: z.object({
    readerId: id,
    otherId: id,
    seq: z.number(),
    readAt: z.iso.datetime(),
  }),
  /** The person's own devices: these notifications were read, or all of them for null. */
  notificationsRead: z.object({ ids: z.array(id).nullable() }),
  /** A block, a mute or a profile changed what stands between the person and `otherId`. */
  conversationChanged: z.object({ otherId: id }),
} as const;

export type ServerEventName = keyof typeof serverEvents;
export type ServerPayload<N extends ServerEventName> = z.input<(typeof serverEvents)[N]>;

/** What a browser hands over when it connects. */
export const handshake = z.object({ token: z.string().max(4000) });
