import { author } from '../accounts/users.ts';
import { id, idInput, instant, nextCursor, pageQuery } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { z } from '../schema.ts';

export const message = z.object({
  /** UUID made by the sending client, or by the server when the client sent no id. */
  id,
  senderId: id,
  receiverId: id,
  message: z.string(),
  /** Time of the message by the database's clock; at least 1 ms later than the previous message of the conversation. */
  sentAt: instant,
  /** Time at which the receiver read the message; null while unread, and while one of the two blocks the other. */
  readAt: instant.nullable(),
  /** Number of the message in its conversation, from 1 without gaps; a client that sees a gap has missed a message. */
  seq: z.number(),
  /** Set when the server wrote the message in the sender's name, such as the greeting of an order that starts. */
  system: z.literal(true).optional(),
});
export type Message = z.infer<typeof message>;

/** A chat partner, with the state of the conversation. */
const chatPartner = author.extend({
  discordId: z.string().nullable(),
  canBeCalled: z.boolean(),
  /** Newest message of the conversation; null when it has none. */
  lastMessage: message.nullable(),
  /** Number of messages from the partner that are unread, at most 100. */
  unreadCount: z.number(),
  /** `seq` of the last message that the partner has read; 0 while one of the two blocks the other. */
  readSeq: z.number(),
  /** Whether notifications of this conversation are muted. */
  muted: z.boolean(),
  /** Whether the reader has blocked the partner. */
  blocked: z.boolean(),
  /** Whether messages can be sent; false when there is a block or the partner's account was deleted. */
  writable: z.boolean(),
});
export type ChatPartner = z.infer<typeof chatPartner>;

const chatPageSize = pageQuery.shape.limit.unwrap().default(limits.chatPage);

const dateInput = z
  .string({ error: errors.invalid_date.text })
  .pipe(z.iso.datetime({ offset: true, error: errors.invalid_date.text }))
  .optional();

const partnerParams = z.object({ otherUid: idInput });

export const messagingEndpoints = {
  listPartners: endpoint({
    method: 'GET',
    path: '/api/users/interacted/:uid',
    summary: 'Own chat partners, last active first',
    access: 'user',
    params: z.object({ uid: idInput }),
    query: pageQuery.extend({ limit: chatPageSize }),
    status: 200,
    output: z.object({ users: z.array(chatPartner), nextCursor }),
    errors: ['forbidden', 'invalid_parameter'],
    limit: 'general',
  }),
  getPartner: endpoint({
    method: 'GET',
    path: '/api/conversations/:otherUid',
    summary: 'The conversation state with a person, also before the first message',
    access: 'user',
    params: partnerParams,
    status: 200,
    output: z.object({ partner: chatPartner }),
    errors: ['user_not_found', 'forbidden'],
    limit: 'general',
  }),
  listMessages: endpoint({
    method: 'GET',
    path: '/api/messages/:myUid/:otherUid',
    summary: 'Messages of a conversation, newest first, older than `lastDocSentAt`',
    access: 'user',
    params: z.object({ myUid: idInput, otherUid: idInput }),
    query: z.object({ limit: chatPageSize, lastDocSentAt: dateInput }),
    status: 200,
    output: z.object({ messages: z.array(message) }),
    errors: ['forbidden', 'invalid_parameter', 'invalid_date'],
    limit: 'general',
  }),
  muteConversation: endpoint({
    method: 'PUT',
    path: '/api/conversations/:otherUid/mute',
    summary: 'Mute a conversation; idempotent',
    access: 'user',
    params: partnerParams,
    status: 204,
    output: null,
    errors: ['user_not_found', 'forbidden'],
    limit: 'general',
  }),
  unmuteConversation: endpoint({
    method: 'DELETE',
    path: '/api/conversations/:otherUid/mute',
    summary: 'Unmute a conversation',
    access: 'user',
    params: partnerParams,
    status: 204,
    output: null,
    errors: ['user_not_found', 'forbidden'],
    limit: 'general',
  }),
  readMessages: endpoint({
    method: 'POST',
    path: '/api/notifications/read',
    summary:
      'Mark the messages of a sender as read, by the signed-in receiver; with `seq` only those up to it',
    access: 'user',
    body: z.object({
      senderId: idInput,
      receiverId: idInput,
      /** `seq` of the newest message that the receiver was shown, 0 for none; without it all messages are read. */
      seq: z.number({ error: errors.invalid_parameter.text }).int().min(0).optional(),
    }),
    status: 204,
    output: null,
    errors: ['forbidden'],
    limit: 'general',
  }),
};
