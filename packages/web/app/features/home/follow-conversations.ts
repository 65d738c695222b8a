import { browserRealtime } from '../../lib/realtime/index.ts';

/** Calls `onChange` when the unread conversations may have changed, until the returned function is called. */
export function onConversationChange(onChange: () => void): () => void {
  const connection = browserRealtime();
  const unsubscribers = [
    connection.on('receiveMessage', onChange),
    connection.on('messagesRead', onChange),
    connection.on('conversationChanged', onChange),
  ];
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}
