import { browserRealtime } from '../../lib/realtime/index.ts';

/** Calls `again` when the unread conversations may have changed, until the returned function is called. */
export function onConversationChange(onChange: () => void): () => void {
  const line = browserRealtime();
  const offs = [
    line.on('receiveMessage', onChange),
    line.on('messagesRead', onChange),
    line.on('conversationChanged', onChange),
  ];
  return () => {
    for (const off of offs) off();
  };
}
