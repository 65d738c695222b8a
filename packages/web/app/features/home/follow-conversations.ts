import { browserRealtime } from '../../lib/realtime/index.ts';

/** Calls `again` when the unread conversations may have changed, until the returned function is called. */
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
