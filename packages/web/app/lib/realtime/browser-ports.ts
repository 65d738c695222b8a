import { reloadUser } from '../session/session.ts';
import type { BrowserState, BrowserTimers, RealtimePorts } from './ports.ts';
import { createSocketIoTransport } from './socket-io-transport.ts';

/** Adds an event listener; the returned function removes it. */
export function listenTo(
  target: EventTarget,
  type: string,
  listener: () => void,
  options?: AddEventListenerOptions,
): () => void {
  target.addEventListener(type, listener, options);
  return () => target.removeEventListener(type, listener, options);
}

const isPageVisible = () => document.visibilityState === 'visible';

const browserStatePort: BrowserState = {
  visible: isPageVisible,
  onNetworkBack: (listener) => listenTo(window, 'online', listener),
  onNetworkLost: (listener) => listenTo(window, 'offline', listener),
  onVisible: (listener) =>
    listenTo(document, 'visibilitychange', () => {
      if (isPageVisible()) listener();
    }),
};

export const browserTimers: BrowserTimers = {
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

async function freshAccessToken(): Promise<string | null> {
  const { renewToken, tokenStore } = await import('../api/api.ts');
  await renewToken();
  return tokenStore().read()?.accessToken ?? null;
}

async function checkSession() {
  const { api, tokenStore } = await import('../api/api.ts');
  if (tokenStore().read() === null) return 'ended';
  try {
    // Stores the new data, because it shows whether the person is suspended: the server also refuses the connection of
    // a suspended person.
    await reloadUser(() => api().users.getMe());
    return 'valid';
  } catch {
    // The API client itself removes the tokens when the session has ended.
    return tokenStore().read() === null ? 'ended' : 'unreachable';
  }
}

export const browserRealtimePorts: RealtimePorts = {
  openTransport: createSocketIoTransport(),
  browserState: browserStatePort,
  timers: browserTimers,
  token: freshAccessToken,
  checkSession,
  now: () => performance.now(),
  random: Math.random,
};
