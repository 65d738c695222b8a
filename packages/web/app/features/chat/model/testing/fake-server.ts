import type { ChatPartner, Message } from '@guilda/contract/messaging';
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
  /** The socket that sent the message; null for a message from elsewhere. */
  readonly origin: ServerSocket | null;
}

const conversationKeyOf = (a: string, b: string) => [a, b].sort().join('/');

/** An in-memory fake of the server's chat that answers without delay. */
export function fakeServer() {
  const all: StoredMessage[] = [];
  const reads = new Map<string, number>();
  const peers = new Set<ServerSocket>();
  const behaviour: { refuse: (text: string) => FakeRefusal; lose: boolean; muted: Set<string> } = {
    refuse: () => null,
    lose: false,
    muted: new Set(),
  };
  const conversationOf = (uid: string) =>
    all.filter(({ message }) => message.senderId === uid || message.receiverId === uid);
  const between = (a: string, b: string) =>
    all
      .map(({ message }) => message)
      .filter(
        ({ senderId, receiverId }) =>
          conversationKeyOf(senderId, receiverId) === conversationKeyOf(a, b),
      );

  /** Sends a socket the messages it has not received yet, oldest first, except those sent through the same socket. */
  const feed = (peer: ServerSocket) => {
    const own = conversationOf(peer.uid);
    for (const { message, origin } of own.slice(peer.deliveredCount))
      if (origin !== peer && !behaviour.lose) peer.hear('receiveMessage', message);
    peer.deliveredCount = own.length;
  };
  const emit = (uids: readonly string[], event: ServerEventName, payload: unknown) => {
    for (const peer of peers) if (uids.includes(peer.uid)) peer.hear(event, payload);
  };
  const readOf = (reader: string, other: string) => reads.get(`${reader}<${other}`) ?? 0;
  const partnerOf = (me: string, uid: string): ChatPartner => {
    const messages = between(me, uid);
    const unread = messages.filter(
      ({ senderId, seq }) => senderId === uid && seq > readOf(me, uid),
    );
    return makePartner(uid, {
      lastMessage: messages.at(-1) ?? null,
      unreadCount: Math.min(100, unread.length),
      readSeq: readOf(uid, me),
      muted: behaviour.muted.has(uid),
    });
  };
  const partnersOf = (me: string) => {
    const uids = new Set(
      conversationOf(me).map(({ message: m }) => (m.senderId === me ? m.receiverId : m.senderId)),
    );
    const partners = [...uids].map((uid) => partnerOf(me, uid));
    const lastMessageTime = (one: ChatPartner) => Date.parse(one.lastMessage?.sentAt ?? '');
    return partners.sort((a, b) => lastMessageTime(b) - lastMessageTime(a));
  };
  return {
    behaviour,
    between,
    partnerOf,
    partnersOf,
    join: (peer: ServerSocket) => {
      peers.add(peer);
      feed(peer);
    },
    leave: (peer: ServerSocket) => peers.delete(peer),
    headOf: (uid: string) => conversationOf(uid).length,
    store: (
      sent: { id: string; senderId: string; receiverId: string; text: string },
      origin: ServerSocket | null,
    ) => {
      const known = all.find(({ message }) => message.id === sent.id);
      if (known) return known.message;
      const { text, ...ids } = sent;
      const seq = between(sent.senderId, sent.receiverId).length + 1;
      const sentAt = new Date(START_MS + all.length).toISOString();
      const message: Message = { ...ids, message: text, sentAt, seq, readAt: null };
      all.push({ message, origin });
      for (const peer of peers) feed(peer);
      return message;
    },
    messages: (me: string, uid: string, page: { limit: number; before?: string }) => {
      const older = between(me, uid).filter(({ sentAt }) => !page.before || sentAt < page.before);
      return older.reverse().slice(0, page.limit);
    },
    markRead: (me: string, uid: string) => {
      const seq = between(me, uid).length;
      reads.set(`${me}<${uid}`, seq);
      const readMark = {
        readerId: me,
        otherId: uid,
        seq,
        readAt: new Date(START_MS).toISOString(),
      };
      emit([me, uid], 'messagesRead', readMark);
    },
    emit,
  };
}

export type FakeServer = ReturnType<typeof fakeServer>;
