import { keepPerson } from '../session.ts';
import type { RealtimePorts, Surroundings, Timers } from './ports.ts';
import { socketIoWire } from './socket-io-wire.ts';

/** Hears an event until the returned function is called. */
export function listening(
  target: EventTarget,
  type: string,
  listener: () => void,
  options?: AddEventListenerOptions,
): () => void {
  target.addEventListener(type, listener, options);
  return () => target.removeEventListener(type, listener, options);
}

const visible = () => document.visibilityState === 'visible';

const browserSurroundings: Surroundings = {
  visible,
  onNetworkBack: (listener) => listening(window, 'online', listener),
  onNetworkLost: (listener) => listening(window, 'offline', listener),
  onVisible: (listener) =>
    listening(document, 'visibilitychange', () => {
      if (visible()) listener();
    }),
};

export const browserTimers: Timers = {
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

async function token(): Promise<string | null> {
  const { renewToken, tokenStore } = await import('../api.ts');
  await renewToken();
  return tokenStore().read()?.accessToken ?? null;
}

async function askSession() {
  const { api, tokenStore } = await import('../api.ts');
  if (tokenStore().read() === null) return 'over';
  try {
    // Suspended, it is this that tells: the line ends with their standing.
    keepPerson(await api().users.getMe());
    return 'stands';
  } catch {
    // Its end is made known by the API client itself.
    return tokenStore().read() === null ? 'over' : 'unreachable';
  }
}

export const browserPorts: RealtimePorts = {
  openWire: socketIoWire(),
  surroundings: browserSurroundings,
  timers: browserTimers,
  token,
  askSession,
  now: () => performance.now(),
  random: Math.random,
};
