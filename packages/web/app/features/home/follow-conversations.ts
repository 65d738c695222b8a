import { browserRealtime } from '../../lib/realtime/index.ts';

/** Calls `again` whenever something may have changed which conversations wait; answers how to stop. */
export function onConversationChange(again: () => void): () => void {
  const line = browserRealtime();
  const offs = [
    line.on('receiveMessage', again),
    line.on('messagesRead', again),
    line.on('conversationChanged', again),
  ];
  return () => {
    for (const off of offs) off();
  };
}
