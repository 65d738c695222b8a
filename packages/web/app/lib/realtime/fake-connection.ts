import type { RealtimePorts, TransportEvents } from './ports.ts';

/** A clock for tests that stands still until the test advances it, and then runs the due timers in order. */
export function fakeTime() {
  let now = 0;
  let timers: { at: number; work: () => void }[] = [];
  const nextDueTimer = (until: number) =>
    timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
  /** Waits until pending promises have settled. */
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    now: () => now,
    settle,
    waiting: () => timers.length,
    after: (ms: number, work: () => void) => {
      const timer = { at: now + ms, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((scheduled) => scheduled !== timer);
      };
    },
    /** Advances the clock by `ms` and runs the timers that are due. */
    pass: async (ms: number) => {
      const endMs = now + ms;
      await settle();
      for (let dueTimer = nextDueTimer(endMs); dueTimer; dueTimer = nextDueTimer(endMs)) {
        now = dueTimer.at;
        const { work } = dueTimer;
        timers = timers.filter((scheduled) => scheduled !== dueTimer);
        work();
        await settle();
      }
      now = endMs;
    },
  };
}

interface EmittedEvent {
  readonly event: string;
  readonly payload: unknown;
}

/** A transport and a browser controlled by the test. */
export function fakeConnection() {
  const time = fakeTime();
  const calls: string[] = [];
  const emittedEvents: EmittedEvent[] = [];
  const browserState = { back: () => {}, lost: () => {}, visible: () => {} };
  const openedTransport: { events?: TransportEvents } = {};
  const behaviour = {
    up: false,
    visible: true,
    loads: true,
    session: 'valid' as 'valid' | 'ended' | 'unreachable',
    answer: async (_event: string): Promise<unknown> => ({ ok: true }),
  };
  const createRecorder = (name: string) => () => {
    calls.push(name);
    behaviour.up = false;
  };
  const ports: RealtimePorts = {
    openTransport: async (events) => {
      if (!behaviour.loads) throw new Error('no network');
      openedTransport.events = events;
      calls.push('open');
      return {
        connect: createRecorder('connect'),
        tryOnce: createRecorder('try'),
        hangUp: createRecorder('hang up'),
        drop: () => {
          createRecorder('drop')();
          events.disconnected(false);
        },
        connected: () => behaviour.up,
        emit: async (event, payload) => {
          emittedEvents.push({ event, payload });
          return behaviour.answer(event);
        },
      };
    },
    browserState: {
      visible: () => behaviour.visible,
      onNetworkBack: (listener) => listenAs('back', listener),
      onNetworkLost: (listener) => listenAs('lost', listener),
      onVisible: (listener) => listenAs('visible', listener),
    },
    timers: { after: time.after },
    token: async () => 'token',
    checkSession: async () => {
      calls.push('ask');
      return behaviour.session;
    },
    now: time.now,
    random: () => 0.5,
  };
  const listenAs = (name: keyof typeof browserState, listener: () => void) => {
    browserState[name] = listener;
    return () => {
      browserState[name] = () => {};
    };
  };
  return {
    ports,
    time,
    calls,
    emittedEvents,
    behaviour,
    browserState,
    /** The event handlers that were passed to the transport. */
    transport: () => {
      if (!openedTransport.events) throw new Error('the transport was not opened');
      return openedTransport.events;
    },
    /** Connects the transport; the server then accepts the socket. */
    connects: async () => {
      behaviour.up = true;
      openedTransport.events?.connected();
      await time.settle();
    },
    /** Disconnects the transport; `byServer` as if the server had ended the connection. */
    cut: (byServer = false) => {
      behaviour.up = false;
      openedTransport.events?.disconnected(byServer);
    },
  };
}
