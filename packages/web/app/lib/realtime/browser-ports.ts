import { storeUser } from '../session/session.ts';
import type { BrowserState, BrowserTimers, RealtimePorts } from './ports.ts';
import { socketIoTransport } from './socket-io-transport.ts';

/** Adds an event listener; the returned function removes it. */
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

const browserSurroundings: BrowserState = {
  visible,
  onNetworkBack: (listener) => listening(window, 'online', listener),
  onNetworkLost: (listener) => listening(window, 'offline', listener),
  onVisible: (listener) =>
    listening(document, 'visibilitychange', () => {
      if (visible()) listener();
    }),
};

export const browserTimers: BrowserTimers = {
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

async function token(): Promise<string | null> {
  const { renewToken, tokenStore } = await import('../api/api.ts');
  await renewToken();
  return tokenStore().read()?.accessToken ?? null;
}

async function askSession() {
  const { api, tokenStore } = await import('../api/api.ts');
  if (tokenStore().read() === null) return 'over';
  try {
    // A suspended account is detected here: its connection is refused.
    storeUser(await api().users.getMe());
    return 'stands';
  } catch {
    // The API client handles the end of the session itself.
    return tokenStore().read() === null ? 'over' : 'unreachable';
  }
}

export const browserRealtimePorts: RealtimePorts = {
  openTransport: socketIoTransport(),
  browserState: browserSurroundings,
  timers: browserTimers,
  token,
  askSession,
  now: () => performance.now(),
  random: Math.random,
};
