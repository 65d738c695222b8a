import { vi } from 'vitest';
import type { SignInWindow } from './oidc-popup.ts';

/** Fake BroadcastChannels of one origin: a message is delivered to all other channels asynchronously. */
function makeFakeChannels() {
  const openChannels = new Set<FakeChannel>();
  class FakeChannel {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    constructor() {
      openChannels.add(this);
    }
    postMessage(data: unknown) {
      const otherChannels = [...openChannels].filter((channel) => channel !== this);
      setTimeout(() => {
        for (const channel of otherChannels)
          if (openChannels.has(channel)) channel.onmessage?.({ data });
      }, 1);
    }
    close() {
      openChannels.delete(this);
    }
  }
  return { FakeChannel, openChannels };
}

export interface FakeBrowserOptions {
  readonly popupsBlocked?: boolean;
  readonly hash?: string;
  readonly storedAttempt?: string | null;
}

interface FakePopup {
  closed: boolean;
  readonly close: ReturnType<typeof vi.fn>;
}

function makeFakePopup(): FakePopup {
  const popup: FakePopup = {
    closed: false,
    close: vi.fn(() => {
      popup.closed = true;
    }),
  };
  return popup;
}

/** A fake tab of the browser and, once opened, its popup. */
export function makeFakeBrowser({ popupsBlocked = false }: FakeBrowserOptions = {}) {
  const channels = makeFakeChannels();
  const popups: FakePopup[] = [];
  const openedUrls: string[] = [];
  let isFocused = true;

  const makeWindow = ({ hash = '', storedAttempt = null }: FakeBrowserOptions = {}) => {
    const storage = new Map<string, string>(
      storedAttempt === null ? [] : [['guilda-sign-in', storedAttempt]],
    );
    const browserWindow = {
      BroadcastChannel: channels.FakeChannel,
      crypto: globalThis.crypto,
      setTimeout,
      clearTimeout,
      setInterval,
      clearInterval,
      screenX: 0,
      screenY: 0,
      outerWidth: 1280,
      outerHeight: 800,
      document: { hasFocus: () => isFocused },
      history: { state: { key: 'k' }, replaceState: vi.fn() },
      location: {
        origin: 'https://guilda.example',
        pathname: '/login/callback',
        search: '?a=1',
        hash,
        assign: vi.fn(),
      },
      sessionStorage: {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => void storage.set(key, value),
        removeItem: (key: string) => void storage.delete(key),
      },
      open: vi.fn((url: string) => {
        openedUrls.push(url);
        if (popupsBlocked) return null;
        popups.push(makeFakePopup());
        return popups.at(-1);
      }),
      close: vi.fn(),
      storage,
    };
    return browserWindow as unknown as SignInWindow & typeof browserWindow;
  };

  return {
    win: makeWindow(),
    makeWindow,
    /** The popup that was opened last. */
    popup: () => popups.at(-1) ?? makeFakePopup(),
    channels: channels.openChannels,
    setFocus: (value: boolean) => {
      isFocused = value;
    },
    /** The parameters of the latest request to the provider. */
    request: () => new URL(openedUrls.at(-1) ?? '').searchParams,
  };
}

export type FakeBrowser = ReturnType<typeof makeFakeBrowser>;
