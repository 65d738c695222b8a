import { randomUUID } from 'node:crypto';
import type { Message } from '@guilda/contract/chat/messaging';
import { createClient } from '@guilda/contract/client';
import { openPersonChat } from '../../../web/app/features/chat/model/person-chat.ts';
import type { ChatApi, ChatPorts, Outbox } from '../../../web/app/features/chat/model/ports.ts';
import { createRealtimeClient } from '../../../web/app/lib/realtime/create-realtime.ts';
import { createSocketIoTransport } from '../../../web/app/lib/realtime/socket-io-transport.ts';
import type { ChatClient, ReceivedMessage } from '../fixtures/clients/chat-client.ts';
import { httpTransport, type TestPerson } from '../fixtures/data/people.ts';

const runAfter = (ms: number, work: () => void) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};
const neverRuns = () => () => undefined;

function createMemoryOutbox(): Outbox {
  const outgoingMessages = new Map<string, Parameters<Outbox['put']>[0]>();
  return {
    list: async () => [...outgoingMessages.values()],
    put: async (outgoing) => void outgoingMessages.set(outgoing.id, outgoing),
    remove: async (id) => void outgoingMessages.delete(id),
  };
}

/** Replaces the coordination of browser tabs for a single tab: `alone` runs work of the same name in sequence. */
function createOnlyTab(): ChatPorts['tabs'] {
  const lastTurns = new Map<string, Promise<void>>();
  return {
    alone: (name, work) => {
      const turn = (lastTurns.get(name) ?? Promise.resolve()).then(work);
      lastTurns.set(
        name,
        turn.catch(() => undefined),
      );
      return turn;
    },
    post: () => undefined,
    subscribe: neverRuns,
  };
}

function chatApiOf(url: string, ownUid: string, token: () => string): ChatApi {
  const { messaging, notifications } = createClient(httpTransport(url, token));
  return {
    partners: ({ limit, ...rest }) =>
      messaging.listPartners({ params: { uid: ownUid }, query: { limit: String(limit), ...rest } }),
    partner: async (otherUid) => (await messaging.getPartner({ params: { otherUid } })).partner,
    messages: async (otherUid, { limit, before }) => {
      const beforeQuery = before === undefined ? {} : { lastDocSentAt: before };
      const query = { limit: String(limit), ...beforeQuery };
      return (await messaging.listMessages({ params: { myUid: ownUid, otherUid }, query }))
        .messages;
    },
    markRead: async (senderId, seq) => {
      await messaging.readMessages({ body: { senderId, receiverId: ownUid, seq } });
    },
    setMuted: async () => undefined,
    unreadConversations: async () => (await notifications.countUnread()).conversations,
  };
}

function openConnection(url: string, { uid, tokens }: TestPerson) {
  let token = tokens.accessToken;
  const { identity } = createClient(httpTransport(url, () => undefined));
  const realtime = createRealtimeClient({
    openTransport: createSocketIoTransport(url),
    browserState: {
      visible: () => true,
      onNetworkBack: neverRuns,
      onNetworkLost: neverRuns,
      onVisible: neverRuns,
    },
    timers: { after: runAfter },
    token: async () => token,
    checkSession: async () => {
      try {
        const body = { uid, refreshToken: tokens.refreshToken };
        token = (await identity.refreshToken({ body })).accessToken;
        return 'valid';
      } catch {
        return 'unreachable';
      }
    },
    now: () => performance.now(),
    random: Math.random,
  });
  return { realtime, token: () => token };
}

/** A client that shows conversations. */
export interface WebClient extends ChatClient {
  /** Opens a conversation, which then stays on screen. */
  watch(uid: string): void;
}

/** Opens a client that runs the browser's chat and connection code without a browser. */
export function openWebClient(url: string, person: TestPerson): WebClient {
  const { realtime, token } = openConnection(url, person);
  const receivedMessages: ReceivedMessage[] = [];
  const acknowledgedMessages = new Map<string, Pick<Message, 'id'>[]>();
  const pendingSends = new Map<string, { readonly to: string; resolve(): void }>();
  const watchedUids = new Set<string>();
  let lostConnectionCount = 0;
  let lastId = '';
  let isScanScheduled = false;
  realtime.on('receiveMessage', (message) => receivedMessages.push({ message }));
  realtime.subscribe(() => {
    if (realtime.getState() === 'connecting') lostConnectionCount += 1;
  });

  /** Retries failed messages and resolves the promises of stored ones; several changes at once cause one call. */
  const resolveStoredMessages = () => {
    isScanScheduled = false;
    for (const uid of new Set([...pendingSends.values()].map(({ to }) => to))) {
      for (const message of chat.conversation(uid).items) {
        if (message.state === 'failed') chat.retry(uid, message.id);
        if (message.state !== 'sent' && message.state !== 'read') continue;
        pendingSends.get(message.id)?.resolve();
        pendingSends.delete(message.id);
      }
    }
  };
  const chat = openPersonChat(
    person.uid,
    {
      api: chatApiOf(url, person.uid, token),
      connection: realtime,
      outbox: createMemoryOutbox(),
      tabs: createOnlyTab(),
      visibility: { visible: () => true, onVisible: neverRuns },
      scheduleAfter: runAfter,
      now: Date.now,
      newId: () => {
        lastId = randomUUID();
        return lastId;
      },
    },
    () => {
      if (!isScanScheduled) setImmediate(resolveStoredMessages);
      isScanScheduled = true;
    },
  );
  realtime.start(person.uid);
  return {
    uid: person.uid,
    received: receivedMessages,
    acknowledged: acknowledgedMessages,
    get isOnline() {
      return realtime.getState() === 'online';
    },
    get lostConnections() {
      return lostConnectionCount;
    },
    watch: (uid) => {
      watchedUids.add(uid);
      chat.open(uid);
    },
    send: (to, text) => {
      const problem = chat.send(to, text);
      if (problem) return Promise.reject(new Error(problem.code));
      acknowledgedMessages.set(to, [...(acknowledgedMessages.get(to) ?? []), { id: lastId }]);
      return new Promise((resolve) => pendingSends.set(lastId, { to, resolve }));
    },
    readShown: async () => {
      const shownIdsByUid = new Map<string, string[]>();
      for (const uid of watchedUids) {
        for (
          let page = 0;
          chat.conversation(uid).olderStatus === 'more' && page < 1_000;
          page += 1
        ) {
          await chat.loadOlder(uid);
        }
        shownIdsByUid.set(
          uid,
          chat.conversation(uid).items.map(({ id }) => id),
        );
      }
      return shownIdsByUid;
    },
    close: () => {
      chat.stop();
      realtime.stop();
    },
  };
}
