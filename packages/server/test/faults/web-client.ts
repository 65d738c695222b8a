import { randomUUID } from 'node:crypto';
import { createClient } from '@guilda/contract/client';
import type { Message } from '@guilda/contract/messaging';
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
  const kept = new Map<string, Parameters<Outbox['put']>[0]>();
  return {
    list: async () => [...kept.values()],
    put: async (outgoing) => void kept.set(outgoing.id, outgoing),
    remove: async (id) => void kept.delete(id),
  };
}

/** A single tab: work under the same name runs one after another. */
function createOnlyTab(): ChatPorts['tabs'] {
  const turns = new Map<string, Promise<void>>();
  return {
    alone: (name, work) => {
      const turn = (turns.get(name) ?? Promise.resolve()).then(work);
      turns.set(
        name,
        turn.catch(() => undefined),
      );
      return turn;
    },
    post: () => undefined,
    subscribe: neverRuns,
  };
}

function apiOf(url: string, ownUid: string, token: () => string): ChatApi {
  const { messaging, notifications } = createClient(httpTransport(url, token));
  return {
    partners: ({ limit, ...rest }) =>
      messaging.listPartners({ params: { uid: ownUid }, query: { limit: String(limit), ...rest } }),
    partner: async (otherUid) => (await messaging.getPartner({ params: { otherUid } })).partner,
    messages: async (otherUid, { limit, before }) => {
      const older = before === undefined ? {} : { lastDocSentAt: before };
      const query = { limit: String(limit), ...older };
      return (await messaging.listMessages({ params: { myUid: ownUid, otherUid }, query }))
        .messages;
    },
    markRead: async (senderId) => {
      await messaging.readMessages({ body: { senderId, receiverId: ownUid } });
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
    askSession: async () => {
      try {
        const body = { uid, refreshToken: tokens.refreshToken };
        token = (await identity.refreshToken({ body })).accessToken;
        return 'stands';
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

/** The browser's chat and connection code without a browser; all conversations are on screen. */
export function openWebClient(url: string, person: TestPerson): WebClient {
  const { realtime, token } = openConnection(url, person);
  const arrived: ReceivedMessage[] = [];
  const said = new Map<string, Pick<Message, 'id'>[]>();
  const waiting = new Map<string, { readonly to: string; stored(): void }>();
  const watched = new Set<string>();
  let losses = 0;
  let madeId = '';
  let looking = false;
  realtime.on('receiveMessage', (message) => arrived.push({ message }));
  realtime.subscribe(() => {
    if (realtime.getState() === 'connecting') losses += 1;
  });

  /** Resolves the messages that are stored now; several changes at once cause one call. */
  const resolveStoredMessages = () => {
    looking = false;
    for (const uid of new Set([...waiting.values()].map(({ to }) => to))) {
      for (const item of chat.conversation(uid).items) {
        if (item.state === 'failed') chat.retry(uid, item.id);
        if (item.state !== 'sent' && item.state !== 'read') continue;
        waiting.get(item.id)?.stored();
        waiting.delete(item.id);
      }
    }
  };
  const chat = openPersonChat(
    person.uid,
    {
      api: apiOf(url, person.uid, token),
      connection: realtime,
      outbox: createMemoryOutbox(),
      tabs: createOnlyTab(),
      visibility: { visible: () => true, onVisible: neverRuns },
      scheduleAfter: runAfter,
      now: Date.now,
      newId: () => {
        madeId = randomUUID();
        return madeId;
      },
    },
    () => {
      if (!looking) setImmediate(resolveStoredMessages);
      looking = true;
    },
  );
  realtime.start(person.uid);
  return {
    uid: person.uid,
    arrived,
    said,
    get online() {
      return realtime.getState() === 'online';
    },
    get losses() {
      return losses;
    },
    watch: (uid) => {
      watched.add(uid);
      chat.open(uid);
    },
    say: (to, text) => {
      const problem = chat.send(to, text);
      if (problem) return Promise.reject(new Error(problem.code));
      said.set(to, [...(said.get(to) ?? []), { id: madeId }]);
      return new Promise((stored) => waiting.set(madeId, { to, stored }));
    },
    readShown: async () => {
      const screens = new Map<string, string[]>();
      for (const uid of watched) {
        for (
          let page = 0;
          chat.conversation(uid).olderStatus === 'more' && page < 1_000;
          page += 1
        ) {
          await chat.loadOlder(uid);
        }
        screens.set(
          uid,
          chat.conversation(uid).items.map(({ id }) => id),
        );
      }
      return screens;
    },
    close: () => {
      chat.stop();
      realtime.stop();
    },
  };
}
