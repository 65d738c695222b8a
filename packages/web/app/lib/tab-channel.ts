/** One person's tabs in this browser, telling each other of one thing. */
export interface TabChannel<N> {
  /** Every other tab hears it. */
  tell(note: N): void;
  /** Hears the others until the returned function is called. */
  hear(listener: (note: N) => void): () => void;
  close(): void;
}

/** Tabs that share a name hear each other; where the browser has no channels, this tab is alone. */
export function tabChannel<N>(name: string): TabChannel<N> {
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : null;
  return {
    tell: (note) => channel?.postMessage(note),
    hear: (listener) => {
      const hear = ({ data }: MessageEvent<N>) => listener(data);
      channel?.addEventListener('message', hear);
      return () => channel?.removeEventListener('message', hear);
    },
    close: () => channel?.close(),
  };
}
