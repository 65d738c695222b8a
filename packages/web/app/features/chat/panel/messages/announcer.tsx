import { useEffect, useRef, useState } from 'react';
import type { ConversationView } from '../../model/index.ts';
import { itemsAfter, receivedAmong } from '../rules/arrivals.ts';

interface AnnouncerProps {
  view: ConversationView;
  name: string;
}

/**
 * Announces the partner's new messages to screen readers. The log itself is silent: older messages that
 * are put above would be read out as if they were new.
 */
export function Announcer({ view: { items, status }, name }: AnnouncerProps) {
  const lastId = useRef<string | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (status !== 'ready') return;
    const fresh = receivedAmong(itemsAfter(items, lastId.current));
    lastId.current = items.at(-1)?.id ?? null;
    if (fresh.length > 0) setSaid(`${name}: ${fresh.map(({ message }) => message).join('. ')}`);
  }, [items, status, name]);
  return (
    <div className="srOnly" aria-live="polite">
      {said}
    </div>
  );
}
