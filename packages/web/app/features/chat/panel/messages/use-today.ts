import { useEffect, useState } from 'react';
import { msUntilMidnight } from '../rules/days.ts';

/** The date is updated this long after midnight, in ms, because a timer may fire a moment early. */
const AFTER_MIDNIGHT_MS = 50;

/** The current date, updated at midnight and when the tab becomes visible. */
export function useToday(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const updateDate = () => setNow(new Date());
    const timer = setTimeout(updateDate, msUntilMidnight(now) + AFTER_MIDNIGHT_MS);
    // A device that slept at midnight runs its timer late, so the date is also checked when the tab becomes visible.
    document.addEventListener('visibilitychange', updateDate);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', updateDate);
    };
  }, [now]);
  return now;
}
