import { ApiError } from '@guilda/contract/api-error';
import type { CallRoom, CurrentCall } from '@guilda/contract/chat/calls';
import { type ErrorCode, errors } from '@guilda/contract/errors';
import type { ServerEventName, ServerPayload } from '@guilda/contract/socket';
import { fakeTime } from '../../../../lib/realtime/fake-connection.ts';
import { UnansweredError } from '../../../../lib/realtime/realtime.ts';
import { openPersonCalls } from '../call-client.ts';
import type { CallPorts, CallToast } from '../call-ports.ts';

/** Start time of the fake clocks of device and server, in ms since the epoch. */
const START_MS = Date.parse('2026-11-22T12:00:00.000Z');

export const INVITE_LINK = 'https://discord.gg/abc123';
export const biaProfile = {
  uid: 'bia',
  name: 'Bia',
  photoURL: null,
  discordId: '22',
  canBeCalled: true,
};
export const callByAna = { callerId: 'ana', calleeId: 'bia' };
export const callByBia = { callerId: 'bia', calleeId: 'ana' };
export const callEventFromBia = { callerId: 'bia', callerName: 'Bia', callerDiscordId: '22' };

export const rejectWithCode = (code: ErrorCode) =>
  new ApiError(errors[code].status, { code, message: errors[code].text });

/** Acknowledgement of an event that the server refuses. */
export const refusedAck = (code: ErrorCode) => ({ ok: false, code, error: errors[code].text });

/** A connection that the test can interrupt and restore, and through which it sends events. */
function fakeConnection(time: ReturnType<typeof fakeTime>) {
  const handlers = new Map<string, Set<(payload: never) => void>>();
  const listeners = new Set<() => void>();
  const sent: { event: string; payload: unknown }[] = [];
  const behaviour = {
    up: true,
    /** Whether the first attempt to connect is under way. */
    connecting: false,
    /** The acknowledgement that the server gives to an event; null for none. */
    answer: (event: string): unknown =>
      event === 'checkCallRateLimit' ? { ok: true, canCall: true } : { ok: true },
  };
  const send = async (event: string, payload: unknown) => {
    if (!behaviour.up || behaviour.connecting) throw new UnansweredError();
    sent.push({ event, payload });
    await new Promise<void>((resolve) => void time.after(1, resolve));
    const answer = await behaviour.answer(event);
    if (answer === null) throw new UnansweredError();
    return answer;
  };
  const connection: CallPorts['connection'] = {
    on: (event, handler) => {
      const eventHandlers = handlers.get(event) ?? new Set();
      handlers.set(event, eventHandlers.add(handler as never));
      return () => eventHandlers.delete(handler as never);
    },
    send: send as CallPorts['connection']['send'],
    getState: () => {
      if (behaviour.connecting) return 'connecting';
      return behaviour.up ? 'online' : 'offline';
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const emitToPage = <N extends ServerEventName>(event: N, payload: ServerPayload<N>) => {
    for (const handler of handlers.get(event) ?? []) handler(payload as never);
  };
  const setUp = (isUp: boolean) => {
    behaviour.up = isUp;
    behaviour.connecting = false;
    for (const listener of [...listeners]) listener();
  };
  const events = () => sent.map(({ event }) => event);
  return { connection, sent, events, behaviour, hear: emitToPage, setUp };
}

/** The calls of the person `ana` on one page, with ports controlled by the test. */
export function fakeCalls() {
  const time = fakeTime();
  const socket = fakeConnection(time);
  const toasts: CallToast[] = [];
  const openedLinks: string[] = [];
  const requests: string[] = [];
  const server = {
    current: null as CurrentCall | null,
    room: async (): Promise<CallRoom> => ({ invite_link: INVITE_LINK, response: 'not_moved' }),
    canBeCalled: false,
    photoURL: null as string | null,
    discordId: null as string | null,
    reachable: true,
  };
  /** Messages sent to other tabs, and a function that sends one from another tab. */
  const tabs = { posted: [] as string[], say: (_callId: string) => {} };
  const ownAccount = { username: 'ana.sul', discordId: '11' as string | null };
  const recordRequest = async (request: string) => {
    requests.push(request);
    await new Promise<void>((resolve) => void time.after(1, resolve));
    if (!server.reachable) throw new Error('no network');
  };
  const ports: CallPorts = {
    api: {
      current: async () => {
        const answer = server.current;
        await recordRequest('current');
        return answer;
      },
      openRoom: async (callerDiscordId, ownDiscordId) => {
        await recordRequest(`room ${callerDiscordId} ${ownDiscordId}`);
        return server.room();
      },
      person: async (uid) => {
        await recordRequest(`person ${uid}`);
        return { canBeCalled: server.canBeCalled, photoURL: server.photoURL };
      },
    },
    connection: socket.connection,
    storedAccount: () => ownAccount,
    fetchAccount: async () => {
      await recordRequest('self');
      ownAccount.discordId = server.discordId;
      return ownAccount;
    },
    tabs: {
      post: (callId) => tabs.posted.push(callId),
      subscribe: (listener) => {
        tabs.say = listener;
        return () => {
          tabs.say = () => {};
        };
      },
    },
    showToast: (toast) => toasts.push(toast),
    openTab: (link) => openedLinks.push(link),
    after: time.after,
    now: () => START_MS + time.now(),
    deviceTime: Date.parse,
    random: () => 0.7,
  };
  let changeCount = 0;
  const calls = openPersonCalls('ana', ports, () => {
    changeCount += 1;
  });
  const view = () => calls.view();
  const changed = (
    pair: typeof callByAna,
    state: CurrentCall['state'] | 'ended',
    outcome: ServerPayload<'callChanged'>['outcome'] = null,
    callId = 'c1',
    endedBy: string | null = null,
  ) => socket.hear('callChanged', { ...pair, callId, state, outcome, endedBy });
  /** The server reports a ringing call that is missed after `ringMs`. */
  const rings = (pair: typeof callByAna, ringMs: number) =>
    socket.hear('callChanged', {
      ...pair,
      callId: 'c1',
      state: 'pending',
      outcome: null,
      endedBy: null,
      ringsUntil: new Date(START_MS + time.now() + ringMs).toISOString(),
    });
  return {
    calls,
    view,
    changed,
    rings,
    time,
    socket,
    toasts,
    openedLinks,
    requests,
    server,
    ownAccount,
    tabs,
    changes: () => changeCount,
  };
}

/** The server's answer about a call between `ana` and `bia`. */
export function currentCall(
  callPair: typeof callByAna,
  overrides: Partial<CurrentCall> = {},
): CurrentCall {
  return {
    id: 'c1',
    ...callPair,
    state: 'pending',
    partner: {
      uid: 'bia',
      username: 'bia.norte',
      displayName: 'Bia',
      photoURL: null,
      badges: [],
      status: 'online',
    },
    callerDiscordId: '22',
    placedAt: new Date(START_MS).toISOString(),
    ringsUntil: new Date(START_MS + 45_000).toISOString(),
    acceptedAt: null,
    room: null,
    ...overrides,
  };
}
