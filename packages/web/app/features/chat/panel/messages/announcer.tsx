import { useEffect, useRef, useState } from 'react';
import type { ConversationView } from '../../model/index.ts';
import { itemsAfter, receivedItems } from '../rules/new-items.ts';

interface MessageAnnouncerProps {
  view: ConversationView;
  name: string;
}

/**
 * Announces the partner's new messages to screen readers. The message log is not a live region, because older messages
 * loaded at its top would be announced as new ones.
 */
export function MessageAnnouncer({ view: { items, status }, name }: MessageAnnouncerProps) {
  const lastId = useRef<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (status !== 'ready') return;
    const newItems = receivedItems(itemsAfter(items, lastId.current));
    lastId.current = items.at(-1)?.id ?? null;
    if (newItems.length > 0)
      setAnnouncement(`${name}: ${newItems.map(({ message }) => message).join('. ')}`);
  }, [items, status, name]);
  return (
    <div className="srOnly" aria-live="polite">
      {announcement}
    </div>
  );
}
