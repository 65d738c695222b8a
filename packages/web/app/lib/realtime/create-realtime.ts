import type { ServerEventName } from '@guilda/contract/socket';
import { type BrowserConnection, openConnection } from './connection.ts';
import type { RealtimePorts } from './ports.ts';
import { type RealtimeClient, type RealtimeState, UnansweredError } from './realtime.ts';

type EventHandler = (payload: never) => void;

/** Calls all handlers; an error in one handler is reported and does not stop the others. */
function callHandlers<A extends unknown[]>(
  handlers: Iterable<(...args: A) => void>,
  ...args: A
): void {
  for (const handler of [...handlers]) {
    try {
      handler(...args);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

interface RealtimeHub {
  readonly handlers: Map<ServerEventName, Set<EventHandler>>;
  readonly listeners: Set<() => void>;
  state: RealtimeState;
}

function setHubState(realtimeHub: RealtimeHub, state: RealtimeState): void {
  if (realtimeHub.state === state) return;
  realtimeHub.state = state;
  callHandlers(realtimeHub.listeners);
}

/** Adds a value to a set; the returned function removes it. */
function addUntilRemoved<T>(set: Set<T>, value: T): () => void {
  set.add(value);
  return () => {
    set.delete(value);
  };
}

/** Creates the realtime client from its dependencies. */
export function createRealtimeClient(ports: RealtimePorts): RealtimeClient {
  const hub: RealtimeHub = { handlers: new Map(), listeners: new Set(), state: 'connecting' };
  let currentPerson: { readonly uid: string; readonly connection: BrowserConnection } | null = null;

  const stop = () => {
    currentPerson?.connection.end();
    currentPerson = null;
    setHubState(hub, 'connecting');
  };
  const start = (uid: string) => {
    if (currentPerson?.uid === uid) return;
    stop();
    const connection = openConnection(uid, ports, {
      state: (state) => setHubState(hub, state),
      received: (event, payload) => callHandlers(hub.handlers.get(event) ?? [], payload as never),
    });
    currentPerson = { uid, connection };
  };
  return {
    start,
    stop,
    on: (event, handler) => {
      const handlers = hub.handlers.get(event) ?? new Set();
      hub.handlers.set(event, handlers);
      return addUntilRemoved(handlers, handler as EventHandler);
    },
    send: (event, payload) =>
      currentPerson
        ? currentPerson.connection.send(event, payload)
        : Promise.reject(new UnansweredError()),
    getState: () => hub.state,
    subscribe: (listener) => addUntilRemoved(hub.listeners, listener),
  };
}
