/** A channel between the tabs of one browser. */
export interface TabChannel<N> {
  /** Sends to every other tab. */
  post(note: N): void;
  /** Calls the listener for every message of another tab until the returned function is called. */
  subscribe(listener: (note: N) => void): () => void;
  close(): void;
}

/** Tabs that use the same name share a channel. Without BroadcastChannel nothing is sent or received. */
export function openTabChannel<N>(name: string): TabChannel<N> {
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : null;
  return {
    post: (note) => channel?.postMessage(note),
    subscribe: (listener) => {
      const receive = ({ data }: MessageEvent<N>) => listener(data);
      channel?.addEventListener('message', receive);
      return () => channel?.removeEventListener('message', receive);
    },
    close: () => channel?.close(),
  };
}
