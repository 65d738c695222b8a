import { browserRealtime } from '../../lib/realtime/index.ts';

/** Calls `onChange` when the unread conversations may have changed, until the returned function is called. */
export function onConversationChange(onChange: () => void): () => void {
  const line = browserRealtime();
  const unsubscribers = [
    line.on('receiveMessage', onChange),
    line.on('messagesRead', onChange),
    line.on('conversationChanged', onChange),
  ];
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}
