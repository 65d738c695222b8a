import type { TabNote, Tabs } from './ports.ts';

/** Runs works of one name after one another, in this tab alone. */
function aloneHere(): Tabs['alone'] {
  const last = new Map<string, Promise<void>>();
  return (name, work) => {
    const next = (last.get(name) ?? Promise.resolve()).then(work);
    last.set(
      name,
      next.catch(() => undefined),
    );
    return next;
  };
}

/** The tabs of a person in this browser; where it has no locks or channels, this tab alone. */
export function browserTabs(uid: string): Tabs & { close(): void } {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(`guilda-chat/${uid}`) : null;
  const here = aloneHere();
  return {
    alone: (name, work) =>
      'locks' in navigator
        ? navigator.locks.request(`guilda-outbox/${name}`, work)
        : here(name, work),
    tell: (note) => channel?.postMessage(note),
    hear: (listener) => {
      const hear = ({ data }: MessageEvent<TabNote>) => listener(data);
      channel?.addEventListener('message', hear);
      return () => channel?.removeEventListener('message', hear);
    },
    close: () => channel?.close(),
  };
}
