import type { RealtimePorts, WireEvents } from './ports.ts';

/** Time that passes when told to; timers run in order. */
export function fakeTime() {
  let now = 0;
  let timers: { at: number; work: () => void }[] = [];
  const due = (until: number) =>
    timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
  /** Lets what is promised already come true. */
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
        timers = timers.filter((one) => one !== timer);
      };
    },
    /** Lets `ms` pass, with all that falls due on the way. */
    pass: async (ms: number) => {
      const end = now + ms;
      await settle();
      for (let next = due(end); next; next = due(end)) {
        now = next.at;
        const { work } = next;
        timers = timers.filter((one) => one !== next);
        work();
        await settle();
      }
      now = end;
    },
  };
}

interface Emitted {
  readonly event: string;
  readonly payload: unknown;
}

/** A wire that does as the test says, and the browser around it. */
export function fakeLine() {
  const time = fakeTime();
  const acts: string[] = [];
  const emitted: Emitted[] = [];
  const surroundings = { back: () => {}, lost: () => {}, visible: () => {} };
  const seen: { events?: WireEvents } = {};
  const say = {
    up: false,
    visible: true,
    loads: true,
    session: 'stands' as 'stands' | 'over' | 'unreachable',
    answer: async (_event: string): Promise<unknown> => ({ ok: true }),
  };
  const act = (name: string) => () => {
    acts.push(name);
    say.up = false;
  };
  const ports: RealtimePorts = {
    openWire: async (events) => {
      if (!say.loads) throw new Error('no network');
      seen.events = events;
      acts.push('open');
      return {
        connect: act('connect'),
        tryOnce: act('try'),
        hangUp: act('hang up'),
        drop: () => {
          act('drop')();
          events.disconnected(false);
        },
        connected: () => say.up,
        emit: async (event, payload) => {
          emitted.push({ event, payload });
          return say.answer(event);
        },
      };
    },
    surroundings: {
      visible: () => say.visible,
      onNetworkBack: (listener) => listenAs('back', listener),
      onNetworkLost: (listener) => listenAs('lost', listener),
      onVisible: (listener) => listenAs('visible', listener),
    },
    timers: { after: time.after },
    token: async () => 'token',
    askSession: async () => {
      acts.push('ask');
      return say.session;
    },
    now: time.now,
    random: () => 0.5,
  };
  const listenAs = (name: keyof typeof surroundings, listener: () => void) => {
    surroundings[name] = listener;
    return () => {
      surroundings[name] = () => {};
    };
  };
  return {
    ports,
    time,
    acts,
    emitted,
    say,
    surroundings,
    /** What the wire tells. */
    wire: () => {
      if (!seen.events) throw new Error('the wire was not opened');
      return seen.events;
    },
    /** The transport is up and the server lets the socket in. */
    connects: async () => {
      say.up = true;
      seen.events?.connected();
      await time.settle();
    },
    /** The transport went. */
    cut: (byServer = false) => {
      say.up = false;
      seen.events?.disconnected(byServer);
    },
  };
}
