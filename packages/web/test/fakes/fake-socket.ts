import type {
  ClientEventName,
  OnlineUser,
  ServerEventName,
  ServerPayload,
} from '@guilda/contract/socket';
import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { browserRealtimePorts } from '../../app/lib/realtime/browser-ports.ts';
import type { TransportEvents } from '../../app/lib/realtime/ports.ts';
import { useSession } from '../../app/lib/session/session.ts';
import { type FakeHandlers, serveApi } from './api-handlers.ts';

/** Acknowledgements by event; an event without one is acknowledged with `{ ok: true }`. */
type Acknowledgements = Partial<Record<ClientEventName, (payload: unknown) => unknown>>;

let isRealtimeRunning = false;

/**
 * Pauses connection, chat and calls after this test. Their modules subscribe to the session at their first use and
 * never unsubscribe, and test files share the modules, so they would also act in later tests without a socket.
 */
function pauseAfterTest(): void {
  isRealtimeRunning = true;
  // The pause begins only when the test is finished, because the modules must notice the end of the session.
  onTestFinished(() => {
    isRealtimeRunning = false;
  });
  const { subscribe } = useSession;
  vi.spyOn(useSession, 'subscribe').mockImplementation((listener) =>
    subscribe((state, previousState) => isRealtimeRunning && listener(state, previousState)),
  );
}

/** Empty answers to the first requests of calls, chat and notifications. */
const defaultHandlers: FakeHandlers = {
  'GET /api/calls/current': () => ({ call: null }),
  'GET /api/users/interacted/:uid': () => ({ users: [], nextCursor: null }),
  'GET /api/notifications/count': () => ({ notifications: 0, conversations: 0 }),
};

const answerCanCall = () => ({ ok: true, canCall: true });

/**
 * Replaces Socket.IO's connection in this test. The connection is established at once, acknowledges events of the page,
 * and emits events of the test. Call it before the page is rendered.
 */
export function installSocket(givenAcknowledgements: Acknowledgements = {}) {
  pauseAfterTest();
  serveApi(defaultHandlers);
  const acknowledgements: Acknowledgements = {
    checkCallRateLimit: answerCanCall,
    ...givenAcknowledgements,
  };
  const emittedEvents: { readonly event: string; readonly payload: unknown }[] = [];
  const transport = { up: false, events: undefined as TransportEvents | undefined };
  const connect = () => {
    transport.up = true;
    queueMicrotask(() => transport.events?.connected());
  };
  const hangUp = () => {
    transport.up = false;
  };
  vi.spyOn(browserRealtimePorts, 'openTransport').mockImplementation(async (events) => {
    transport.events = events;
    const emit = async (event: string, payload: unknown) => {
      emittedEvents.push({ event, payload });
      return acknowledgements[event as ClientEventName]?.(payload) ?? { ok: true };
    };
    return { connect, tryOnce: connect, drop: hangUp, hangUp, connected: () => transport.up, emit };
  });
  return {
    /** Payloads that the page sent as `event`, oldest first. */
    sent: (event: ClientEventName) =>
      emittedEvents
        .filter((emittedEvent) => emittedEvent.event === event)
        .map(({ payload }) => payload),
    /** Changes the acknowledgement of an event. */
    acknowledge: (moreAcknowledgements: Acknowledgements) =>
      void Object.assign(acknowledgements, moreAcknowledgements),
    /** Emits an event of the server. */
    hear: <N extends ServerEventName>(event: N, payload: ServerPayload<N>) =>
      act(async () => transport.events?.received(event, payload)),
  };
}

/** The list of people online, as the server sends it after a socket has registered. */
export const onlineUsers = (...uids: readonly string[]): OnlineUser[] =>
  uids.map((userId) => ({ userId, status: 'online' }));
