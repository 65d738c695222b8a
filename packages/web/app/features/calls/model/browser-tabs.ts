import type { CallTabs } from './call-ports.ts';

/** The tabs of a person in this browser; where it has no channels, this tab alone. */
export function browserTabs(uid: string): CallTabs & { close(): void } {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(`guilda-calls/${uid}`) : null;
  return {
    tellEnded: (callId) => channel?.postMessage(callId),
    onEnded: (listener) => {
      const hear = ({ data }: MessageEvent<string>) => listener(data);
      channel?.addEventListener('message', hear);
      return () => channel?.removeEventListener('message', hear);
    },
    close: () => channel?.close(),
  };
}
