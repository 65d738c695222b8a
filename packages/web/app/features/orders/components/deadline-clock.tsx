import { fullDateTimeText } from '../../../lib/format/date-text.ts';
import { useRefetchAfterDeadline } from '../data/use-refetch-after-deadline.ts';
import { timeLeftText } from '../model/deadline.ts';
import { useNow } from './use-now.ts';

/** Counts down the time left until a deadline of an order (`at`, ISO 8601); afterwards the orders are refetched. */
export function DeadlineClock({ at, className }: { at: string; className?: string | undefined }) {
  const leftMs = Date.parse(at) - useNow(1000);
  useRefetchAfterDeadline(leftMs <= 0);
  return (
    <time className={className} dateTime={at} title={fullDateTimeText(new Date(at))}>
      {timeLeftText(leftMs)}
    </time>
  );
}
