import type { ChatPartner, Message } from '@guilda/contract/chat/messaging';
import type { ServerEventName } from '@guilda/contract/socket';
import { makePartner, START_MS } from './fake-messages.ts';

/** The refusal of a message; null when the server accepts it. */
type FakeRefusal = { code: string; error: string; retryAfterMs?: number } | null;

/** A socket as the fake server sees it: the person, and a function that delivers an event. */
export interface ServerSocket {
  readonly uid: string;
  /** Number of the person's messages that were already passed to this socket. */
  deliveredCount: number;
  hear(event: ServerEventName, payload: unknown): void;
}

interface StoredMessage {
  readonly message: Message;
  /** The socket that sent the message; null for a message that a test stores without a socket. */
  readonly origin: ServerSocket | null;
}

const conversationKeyOf = (a: string, b: string) => [a, b].sort().join('/');

/** An in-memory fake of the server's chat that answers without delay. */
export function fakeServer() {
  const storedMessages: StoredMessage[] = [];
  const readSeqs = new Map<string, number>();
  const sockets = new Set<ServerSocket>();
  const behaviour: {
    refuse: (text: string) => FakeRefusal;
    lose: boolean;
    muted: Set<string>;
    /** People of orders with the time of the order, in ms: the server lists them also without messages. */
    readonly orderPeople: Map<string, number>;
  } = { refuse: () => null, lose: false, muted: new Set(), orderPeople: new Map() };
  const messagesOf = (uid: string) =>
    storedMessages.filter(({ message }) => message.senderId === uid || message.receiverId === uid);
  const messagesBetween = (a: string, b: string) =>
    storedMessages
      .map(({ message }) => message)
      .filter(
        ({ senderId, receiverId }) =>
          conversationKeyOf(senderId, receiverId) === conversationKeyOf(a, b),
      );

  /** Sends a socket the messages it has not received yet, oldest first, except those sent through the same socket. */
  const deliverMissed = (socket: ServerSocket) => {
    const messages = messagesOf(socket.uid);
    for (const { message, origin } of messages.slice(socket.deliveredCount))
      if (origin !== socket && !behaviour.lose) socket.hear('receiveMessage', message);
    socket.deliveredCount = messages.length;
  };
  const emit = (uids: readonly string[], event: ServerEventName, payload: unknown) => {
    for (const socket of sockets) if (uids.includes(socket.uid)) socket.hear(event, payload);
  };
  const readSeqOf = (readerUid: string, partnerUid: string) =>
    readSeqs.get(`${readerUid}<${partnerUid}`) ?? 0;
  const partnerOf = (ownUid: string, uid: string): ChatPartner => {
    const messages = messagesBetween(ownUid, uid);
    const unreadMessages = messages.filter(
      ({ senderId, seq }) => senderId === uid && seq > readSeqOf(ownUid, uid),
    );
    return makePartner(uid, {
      lastMessage: messages.at(-1) ?? null,
      unreadCount: Math.min(100, unreadMessages.length),
      readSeq: readSeqOf(uid, ownUid),
      muted: behaviour.muted.has(uid),
    });
  };
  const partnersOf = (ownUid: string) => {
    const uids = new Set([
      ...behaviour.orderPeople.keys(),
      ...messagesOf(ownUid).map(({ message: m }) =>
        m.senderId === ownUid ? m.receiverId : m.senderId,
      ),
    ]);
    const partners = [...uids].map((uid) => partnerOf(ownUid, uid));
    const activeAt = ({ uid, lastMessage }: ChatPartner) =>
      lastMessage ? Date.parse(lastMessage.sentAt) : (behaviour.orderPeople.get(uid) ?? 0);
    return partners.sort((a, b) => activeAt(b) - activeAt(a));
  };
  return {
    behaviour,
    messagesBetween,
    partnerOf,
    partnersOf,
    join: (socket: ServerSocket) => {
      sockets.add(socket);
      deliverMissed(socket);
    },
    leave: (socket: ServerSocket) => sockets.delete(socket),
    messageCountOf: (uid: string) => messagesOf(uid).length,
    store: (
      sentMessage: { id: string; senderId: string; receiverId: string; text: string },
      origin: ServerSocket | null,
    ) => {
      const earlierMessage = storedMessages.find(({ message }) => message.id === sentMessage.id);
      if (earlierMessage) return earlierMessage.message;
      const { text, ...ids } = sentMessage;
      const seq = messagesBetween(sentMessage.senderId, sentMessage.receiverId).length + 1;
      const sentAt = new Date(START_MS + storedMessages.length).toISOString();
      const message: Message = { ...ids, message: text, sentAt, seq, readAt: null };
      storedMessages.push({ message, origin });
      for (const socket of sockets) deliverMissed(socket);
      return message;
    },
    messages: (ownUid: string, uid: string, page: { limit: number; before?: string }) => {
      const olderMessages = messagesBetween(ownUid, uid).filter(
        ({ sentAt }) => !page.before || sentAt < page.before,
      );
      return olderMessages.reverse().slice(0, page.limit);
    },
    /** Moves a read position forward to the message with the number `shownSeq`; without it to the last message. */
    markRead: (readerUid: string, uid: string, shownSeq = Number.POSITIVE_INFINITY) => {
      const seq = Math.min(shownSeq, messagesBetween(readerUid, uid).length);
      if (seq <= readSeqOf(readerUid, uid)) return;
      readSeqs.set(`${readerUid}<${uid}`, seq);
      const readMark = {
        readerId: readerUid,
        otherId: uid,
        seq,
        readAt: new Date(START_MS).toISOString(),
      };
      emit([readerUid, uid], 'messagesRead', readMark);
    },
    emit,
  };
}

export type FakeServer = ReturnType<typeof fakeServer>;
