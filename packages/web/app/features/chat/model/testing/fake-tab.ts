import type { Ack } from '@guilda/contract/socket';
import { fakeTime } from '../../../../lib/realtime/fake-connection.ts';
import { type RealtimeClient, UnansweredError } from '../../../../lib/realtime/realtime.ts';
import { openPersonChat } from '../person-chat.ts';
import type { ChatApi, ChatPorts, Outbox, TabMessage } from '../ports.ts';
import type { OutgoingMessage } from '../sending/outgoing.ts';
import { START_MS } from './fake-messages.ts';
import { type FakeServer, fakeServer, type ServerSocket } from './fake-server.ts';

type FakeTime = ReturnType<typeof fakeTime>;

/** Returns the duration of the next operation, in ms. */
export type Latency = () => number;

interface FakeEnvironment {
  readonly time: FakeTime;
  readonly server: FakeServer;
  readonly latency: Latency;
}

export function fakeEnvironment(latency: Latency = () => 1): FakeEnvironment {
  return { time: fakeTime(), server: fakeServer(), latency };
}

const afterLatency = ({ time, latency }: FakeEnvironment) =>
  new Promise<void>((resolve) => void time.after(latency(), resolve));

/** Storage and locks that the tabs of one browser share. */
export function fakeBrowser(environment: FakeEnvironment) {
  const storedMessages = new Map<string, OutgoingMessage>();
  const lockHolders = new Map<string, Promise<void>>();
  const tabListeners = new Set<(message: TabMessage) => void>();
  const behaviour = { full: false };
  const outbox: Outbox = {
    list: async (owner) => {
      if (behaviour.full) throw new Error('no storage');
      const ownMessages = [...storedMessages.values()].filter((message) => message.owner === owner);
      await afterLatency(environment);
      return ownMessages;
    },
    put: async (outgoing) => {
      if (behaviour.full) throw new Error('no storage');
      storedMessages.set(outgoing.id, outgoing);
      await afterLatency(environment);
    },
    remove: async (id) => {
      storedMessages.delete(id);
      await afterLatency(environment);
    },
  };
  /** Runs work under a named lock, which is released when the work is done or the tab is closed. */
  const alone = (closedPromise: Promise<void>) => (name: string, work: () => Promise<void>) => {
    const previousHolder = lockHolders.get(name) ?? Promise.resolve();
    let isClosed = false;
    void closedPromise.then(() => {
      isClosed = true;
    });
    const ownTurn = previousHolder.then(() =>
      isClosed ? undefined : Promise.race([work(), closedPromise]),
    );
    lockHolders.set(name, ownTurn);
    return ownTurn;
  };
  return { storedMessages, behaviour, outbox, alone, tabListeners };
}

/** A connection that the test can interrupt and restore. */
function fakeConnection(uid: string, environment: FakeEnvironment) {
  const handlers = new Map<string, Set<(payload: never) => void>>();
  const listeners = new Set<() => void>();
  const network = { up: false, changeCount: 0 };
  const behaviour = { dropAcks: false, sent: [] as { event: string; payload: unknown }[] };
  const socket: ServerSocket = {
    uid,
    deliveredCount: environment.server.messageCountOf(uid),
    hear: (event, payload) => {
      const changeCountBefore = network.changeCount;
      // All events have the same delay, so that messages sent together arrive together and in order.
      environment.time.after(1, () => {
        if (network.up && network.changeCount === changeCountBefore)
          for (const handler of handlers.get(event) ?? []) handler(payload as never);
      });
    },
  };
  const setUp = (isUp: boolean) => {
    if (network.up === isUp) return;
    network.up = isUp;
    network.changeCount += 1;
    for (const listener of [...listeners]) listener();
    if (isUp) environment.server.join(socket);
    else environment.server.leave(socket);
  };
  const answer = (event: string, payload: unknown): Ack<'sendMessage'> | { ok: true } => {
    if (event !== 'sendMessage') return { ok: true };
    const { id, receiverId, message } = payload as {
      id: string;
      receiverId: string;
      message: string;
    };
    const refusal = environment.server.behaviour.refuse(message);
    if (refusal) return { ok: false, ...refusal };
    const sentMessage = { id, senderId: uid, receiverId, text: message };
    return { ok: true, message: environment.server.store(sentMessage, socket) };
  };
  const send = async (event: string, payload: unknown) => {
    const changeCountBefore = network.changeCount;
    if (!network.up) throw new UnansweredError();
    behaviour.sent.push({ event, payload });
    await afterLatency(environment);
    if (network.changeCount !== changeCountBefore) throw new UnansweredError();
    const ack = answer(event, payload);
    if (!behaviour.dropAcks) await afterLatency(environment);
    if (behaviour.dropAcks || network.changeCount !== changeCountBefore)
      throw new UnansweredError();
    return ack;
  };
  const connection: ChatPorts['connection'] = {
    on: (event, handler) => {
      const eventHandlers = handlers.get(event) ?? new Set();
      handlers.set(event, eventHandlers.add(handler as never));
      return () => eventHandlers.delete(handler as never);
    },
    send: send as RealtimeClient['send'],
    getState: () => (network.up ? 'online' : 'offline'),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { connection, setUp, behaviour, isUp: () => network.up };
}

function fakeApi(ownUid: string, environment: FakeEnvironment, isReachable: () => boolean) {
  const { server } = environment;
  const calls: string[] = [];
  /** Whether requests fail: all of them, or only those of the named kind. */
  const behaviour: { fail: boolean | string } = { fail: false };
  const callServer = async <T>(name: string, work: () => T): Promise<T> => {
    calls.push(name);
    await afterLatency(environment);
    if (!isReachable() || behaviour.fail === true || behaviour.fail === name)
      throw new Error('no network');
    const answer = work();
    await afterLatency(environment);
    if (!isReachable()) throw new Error('no network');
    return answer;
  };
  const api: ChatApi = {
    partners: ({ limit, cursor }) =>
      callServer('partners', () => {
        const startIndex = Number(cursor ?? 0);
        const partners = server.partnersOf(ownUid);
        const nextCursor = partners.length > startIndex + limit ? String(startIndex + limit) : null;
        return { users: partners.slice(startIndex, startIndex + limit), nextCursor };
      }),
    partner: (uid) => callServer('partner', () => server.partnerOf(ownUid, uid)),
    messages: (uid, page) => callServer('messages', () => server.messages(ownUid, uid, page)),
    markRead: (uid, seq) => callServer('markRead', () => server.markRead(ownUid, uid, seq)),
    setMuted: (uid, isMuted) =>
      callServer(
        'setMuted',
        () => void (isMuted ? server.behaviour.muted.add(uid) : server.behaviour.muted.delete(uid)),
      ),
    unreadConversations: () =>
      callServer(
        'count',
        () =>
          server.partnersOf(ownUid).filter(({ unreadCount, muted }) => unreadCount > 0 && !muted)
            .length,
      ),
  };
  return { api, calls, behaviour };
}

let messageCount = 0;

/** A tab of a browser in which a person is signed in; the tab starts offline. */
export function fakeTab(
  uid: string,
  environment: FakeEnvironment,
  browser = fakeBrowser(environment),
) {
  const tabConnection = fakeConnection(uid, environment);
  const { api, calls, behaviour } = fakeApi(uid, environment, tabConnection.isUp);
  const closing = Promise.withResolvers<void>();
  const visibility = { visible: true, notifyVisible: () => {} };
  let ownListener: ((message: TabMessage) => void) | null = null;
  const ports: ChatPorts = {
    api,
    connection: tabConnection.connection,
    outbox: browser.outbox,
    tabs: {
      alone: browser.alone(closing.promise),
      post: (tabMessage) => {
        const otherListeners = [...browser.tabListeners].filter(
          (listener) => listener !== ownListener,
        );
        void afterLatency(environment).then(() => {
          for (const listener of otherListeners)
            if (browser.tabListeners.has(listener)) listener(tabMessage);
        });
      },
      subscribe: (listener) => {
        ownListener = listener;
        browser.tabListeners.add(listener);
        return () => browser.tabListeners.delete(listener);
      },
    },
    visibility: {
      visible: () => visibility.visible,
      onVisible: (listener) => {
        visibility.notifyVisible = listener;
        return () => {};
      },
    },
    scheduleAfter: environment.time.after,
    now: () => START_MS + environment.time.now(),
    newId: () => `id-${messageCount++}`,
  };
  let changeCount = 0;
  const chat = openPersonChat(uid, ports, () => {
    changeCount += 1;
  });
  return {
    chat,
    calls,
    api: behaviour,
    connection: tabConnection.behaviour,
    changes: () => changeCount,
    setUp: tabConnection.setUp,
    show: (visible: boolean) => {
      visibility.visible = visible;
      if (visible) visibility.notifyVisible();
    },
    close: () => {
      chat.stop();
      tabConnection.setUp(false);
      closing.resolve();
    },
    texts: (partnerUid: string) =>
      chat.conversation(partnerUid).items.map(({ message }) => message),
    states: (partnerUid: string) => chat.conversation(partnerUid).items.map(({ state }) => state),
  };
}

export type FakeTab = ReturnType<typeof fakeTab>;
