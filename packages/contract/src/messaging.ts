import { id, idInput, instant, nextCursor, pageQuery } from './common.ts';
import { endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { limits } from './limits.ts';
import { z } from './schema.ts';
import { author } from './users.ts';

export const message = z.object({
  /** Made by the client that sent it, or by the server for one that came without (UUID). */
  id,
  senderId: id,
  receiverId: id,
  message: z.string(),
  /** The database's clock; rises by at least a millisecond within a conversation (`product §6`). */
  sentAt: instant,
  /** When its receiver's read position passed it last; null while unread. */
  readAt: instant.nullable(),
  /** Its number in the conversation, from 1 and without gaps: a jump shows that one is missing. */
  seq: z.number(),
});
export type Message = z.infer<typeof message>;

/** Someone the person talks with (`spec §3`), with what stands between the two. */
export const chatPartner = author.extend({
  discordId: z.string().nullable(),
  canBeCalled: z.boolean(),
  /** The newest message of the conversation; null where nothing was said yet. */
  lastMessage: message.nullable(),
  /** Messages of the partner after the person's read position; counted up to 100. */
  unreadCount: z.number(),
  /** The number of the last message that the partner has read. */
  readSeq: z.number(),
  /** The person wants no notices of this conversation. */
  muted: z.boolean(),
  /** Whether the person has blocked the partner. */
  blocked: z.boolean(),
  /** False across a block and once the partner is gone: nothing can be sent. */
  writable: z.boolean(),
});
export type ChatPartner = z.infer<typeof chatPartner>;

const chatLimit = pageQuery.shape.limit.unwrap().default(limits.chatPage);

const dateInput = z
  .string({ error: errors.invalid_date.text })
  .pipe(z.iso.datetime({ offset: true, error: errors.invalid_date.text }))
  .optional();

const partnerParams = z.object({ otherUid: idInput });

export const messagingEndpoints = {
  listPartners: endpoint({
    method: 'GET',
    path: '/api/users/interacted/:uid',
    summary: 'The people one talks with, the last active first; of oneself only (spec §7)',
    access: 'user',
    params: z.object({ uid: idInput }),
    query: pageQuery.extend({ limit: chatLimit }),
    status: 200,
    output: z.object({ users: z.array(chatPartner), nextCursor }),
    errors: ['forbidden', 'invalid_parameter'],
    limit: 'general',
  }),
  getPartner: endpoint({
    method: 'GET',
    path: '/api/conversations/:otherUid',
    summary: 'What stands between the signed-in person and someone, talked with or not',
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
    summary: 'Messages of a conversation, newest first, older than `lastDocSentAt` (spec §7)',
    access: 'user',
    params: z.object({ myUid: idInput, otherUid: idInput }),
    query: z.object({ limit: chatLimit, lastDocSentAt: dateInput }),
    status: 200,
    output: z.object({ messages: z.array(message) }),
    errors: ['forbidden', 'invalid_parameter', 'invalid_date'],
    limit: 'general',
  }),
  muteConversation: endpoint({
    method: 'PUT',
    path: '/api/conversations/:otherUid/mute',
    summary: 'Want no notices of a conversation; repeated, nothing changes',
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
    summary: 'Want notices of a conversation again',
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
    summary: 'The messages of a sender were read, by the signed-in receiver (spec §7)',
    access: 'user',
    body: z.object({ senderId: idInput, receiverId: idInput }),
    status: 204,
    output: null,
    errors: ['forbidden'],
    limit: 'general',
  }),
};
