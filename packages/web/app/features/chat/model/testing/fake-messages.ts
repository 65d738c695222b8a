import type { ChatPartner, Message } from '@guilda/contract/chat/messaging';

export const START_MS = Date.UTC(2026, 10, 20, 12);

/** A message with this number, from `bia` to `ana` unless overridden. */
export function makeMessage(messageSeq: number, overrides: Partial<Message> = {}): Message {
  return {
    id: `m${messageSeq}`,
    senderId: 'bia',
    receiverId: 'ana',
    message: `texto ${messageSeq}`,
    sentAt: new Date(START_MS + messageSeq).toISOString(),
    readAt: null,
    seq: messageSeq,
    ...overrides,
  };
}

/** A partner of `ana` without any messages. */
export function makePartner(uid: string, overrides: Partial<ChatPartner> = {}): ChatPartner {
  return {
    uid,
    username: uid,
    displayName: uid,
    photoURL: null,
    badges: [],
    status: 'offline',
    discordId: null,
    canBeCalled: false,
    lastMessage: null,
    unreadCount: 0,
    readSeq: 0,
    muted: false,
    blocked: false,
    writable: true,
    ...overrides,
  };
}
