import clsx from 'clsx';
import { dueOf } from '../model/clocks.ts';

interface DueClockProps {
  item: { readonly createdAt: string; readonly dueAt: string };
  /** The server's time, ms. */
  now: number;
}

/** When it is to be decided, in words that tick. */
export function DueClock({ item, now }: DueClockProps) {
  const due = dueOf(Date.parse(item.createdAt), Date.parse(item.dueAt), now);
  return (
    <time className={clsx('mod-v', due.state)} dateTime={item.dueAt}>
      {due.text}
    </time>
  );
}
