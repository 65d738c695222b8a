import { presence } from './accounts/users.ts';
import { callOutcomes, callResponse, callStates } from './chat/calls.ts';
import { message } from './chat/messaging.ts';
import { id, idInput } from './common.ts';
import type { ErrorCode } from './errors.ts';
import { errors } from './errors.ts';
import { limits } from './limits.ts';
import { notification } from './notifications/notifications.ts';
import { z } from './schema.ts';
import { requiredText } from './text.ts';

/** An event that a client may send. */
export interface ClientEvent {
  readonly payload: z.ZodType;
  /** Fields of a successful acknowledgement in addition to `ok: true`. */
  readonly ack: z.ZodObject<z.ZodRawShape>;
  /** Error code for a payload that fails validation; `invalid_input` by default. */
  readonly invalidPayloadCode?: ErrorCode;
  /** Set when a socket that has not sent `register` yet may send the event. */
  readonly allowedUnregistered?: true;
  /** Set when senders must have proven the age in the setting `ACCOUNT_AGE`; others get `age_required`. */
  readonly requiresAccountAge?: true;
}

const emptyPayload = z.object({});
/** A field that clients may send but that the server ignores. */
const ignoredField = z
  .unknown()
  .transform(() => undefined)
  .optional();

const onlineUser = z.object({ userId: id, status: presence });
export type OnlineUser = z.infer<typeof onlineUser>;

const callPair = z.object({ callerId: idInput, calleeId: idInput });

/** Events that clients send, with their payloads; see `docs/product/chat.md` and `docs/product/calls.md`. */
export const clientEvents = {
  /** Payload: the sender's own uid as a bare string; for any other uid the event is rejected and the socket closed. */
  register: {
    payload: z.string().max(200),
    ack: emptyPayload,
    invalidPayloadCode: 'forbidden',
    allowedUnregistered: true,
  },
  userActivity: { payload: ignoredField, ack: emptyPayload },
  userTyping: {
    payload: z.object({ senderId: ignoredField, receiverId: idInput }),
    ack: emptyPayload,
    invalidPayloadCode: 'message_refused',
  },
  /**
   * `senderId` and `sentAt` are ignored: the server takes the sender from the socket and the time from the database.
   */
  sendMessage: {
    payload: z.object({
      /** Id of the message, made by the client so that a retry does not store the message twice. */
      id: z.uuid().toLowerCase().nullish(),
      senderId: ignoredField,
      receiverId: idInput,
      message: requiredText(limits.message, errors.message_refused.text),
      sentAt: ignoredField,
    }),
    ack: z.object({ message }),
    invalidPayloadCode: 'message_refused',
    requiresAccountAge: true,
  },
  /**
   * Notifies the receiver of the newest message that the sender sent to them in the last 60 s, once for each message,
   * with content made by the server. `forbidden` when there is no such message.
   */
  notification: {
    payload: z.object({ receiverId: idInput, type: z.literal('message'), content: ignoredField }),
    ack: emptyPayload,
    invalidPayloadCode: 'forbidden',
    requiresAccountAge: true,
  },
  checkCallRateLimit: {
    payload: z.object({ calleeId: idInput }),
    ack: z.object({ canCall: z.boolean() }),
  },
  call: {
    payload: z.object({
      calleeId: idInput,
      callerName: ignoredField,
      callerDiscordId: ignoredField,
    }),
    ack: emptyPayload,
    requiresAccountAge: true,
  },
  callAccepted: {
    payload: callPair.extend({ response: ignoredField, invite_link: ignoredField }),
    ack: emptyPayload,
  },
  /** With a `callId`, no other call of the two people ends: an end that arrives late leaves the next call alone. */
  callEnd: { payload: callPair.extend({ callId: idInput.optional() }), ack: emptyPayload },
} as const satisfies Record<string, ClientEvent>;

export type ClientEventName = keyof typeof clientEvents;
export type ClientPayload<N extends ClientEventName> = z.output<
  (typeof clientEvents)[N]['payload']
>;
export type ClientAck<N extends ClientEventName> = z.input<(typeof clientEvents)[N]['ack']>;

/** The server's acknowledgement of a client event. */
export type Ack<N extends ClientEventName> =
  | ({ readonly ok: true } & z.output<(typeof clientEvents)[N]['ack']>)
  | {
      readonly ok: false;
      readonly error: string;
      readonly code: string;
      /** Time until the next attempt can succeed, in ms; sent with `rate_limited`. */
      readonly retryAfterMs?: number;
    };

/**
 * Events that the server sends, with their payloads. `callChanged`, `messagesRead`, `notificationsRead` and
 * `conversationChanged` synchronise all devices of the people concerned.
 */
const serverEvents = {
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
   * Every state change of a call, sent to all devices of both people before the specific call event. It informs a
   * device that another device answered, and why a call ended.
   */
  callChanged: z.object({
    callId: id,
    callerId: id,
    calleeId: id,
    state: z.enum(callStates),
    /** Why the call ended; null until it has ended. */
    outcome: z.enum(callOutcomes).nullable(),
    /** Uid of the person who ended the call; null before its end, and when a timer or the room's deletion ended it. */
    endedBy: id.nullable(),
    /** Time at which the call is missed if it is not answered; only with the state `pending`. */
    ringsUntil: z.iso.datetime().optional(),
  }),
  /** The person `readerId` has read the conversation with `otherId` up to message `seq`; sent to both people. */
  messagesRead: z.object({
    readerId: id,
    otherId: id,
    seq: z.number(),
    readAt: z.iso.datetime(),
    /** False when newer messages of the conversation are unread; absent otherwise. */
    isAllRead: z.literal(false).optional(),
  }),
  /** Sent to all devices of a person who read notifications: ids of these notifications; null for all of them. */
  notificationsRead: z.object({ ids: z.array(id).nullable() }),
  /** The conversation with `otherId` changed by a block, a mute or a profile change; clients read it again. */
  conversationChanged: z.object({ otherId: id }),
} as const;

export type ServerEventName = keyof typeof serverEvents;
export type ServerPayload<N extends ServerEventName> = z.input<(typeof serverEvents)[N]>;

/** Authentication data that a client sends in the socket handshake. */
export const handshake = z.object({ token: z.string().max(4000) });
