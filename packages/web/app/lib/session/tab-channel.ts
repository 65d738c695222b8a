/** A channel between the tabs of one browser. */
export interface TabChannel<N> {
  /** Sends a message to all other tabs. */
  post(message: N): void;
  /** Calls the listener for every message of another tab until the returned function is called. */
  subscribe(listener: (message: N) => void): () => void;
  close(): void;
}

/**
 * Opens a channel that connects the tabs which use the same name. Without BroadcastChannel nothing is sent or received.
 */
export function openTabChannel<N>(name: string): TabChannel<N> {
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : null;
  return {
    post: (message) => channel?.postMessage(message),
    subscribe: (listener) => {
      const receive = ({ data }: MessageEvent<N>) => listener(data);
      channel?.addEventListener('message', receive);
      return () => channel?.removeEventListener('message', receive);
    },
    close: () => channel?.close(),
  };
}
