import { useEffect, useState } from 'react';
import type { ConversationView } from '../../model/index.ts';
import { createNewItemFinder, type NewItems } from '../rules/new-items.ts';
import { failureAnnouncement } from '../rules/words.ts';

interface MessageAnnouncerProps {
  view: ConversationView;
  name: string;
}

function announcementText({ received, failed }: NewItems, name: string): string {
  const receivedText = received.map(({ message }) => message).join('. ');
  return [
    ...failed.map(failureAnnouncement),
    ...(received.length > 0 ? [`${name}: ${receivedText}`] : []),
  ].join(' ');
}

/**
 * Announces the partner's new messages and failures of own ones to screen readers. The message log is not a live region,
 * because older messages loaded at its top would be announced as new ones.
 */
export function MessageAnnouncer({ view: { items, status }, name }: MessageAnnouncerProps) {
  const [findNewItems] = useState(createNewItemFinder);
  const [announcement, setAnnouncement] = useState({ key: 0, text: '' });
  useEffect(() => {
    const text = announcementText(findNewItems({ items, status }), name);
    if (text !== '') setAnnouncement(({ key }) => ({ key: key + 1, text }));
  }, [findNewItems, items, status, name]);
  return (
    <div className="srOnly" aria-live="polite">
      {/* The key makes each announcement a new element, because the same text in the same element is not announced. */}
      <span key={announcement.key}>{announcement.text}</span>
    </div>
  );
}
