import clsx from 'clsx';
import { deadlineTextOf } from '../model/duration-texts.ts';
import * as styles from './queue.module.css';

interface DueClockProps {
  item: { readonly createdAt: string; readonly dueAt: string };
  /** The server's time, in ms since the epoch. */
  now: number;
}

/** The deadline of a queue item in words, recomputed with each new `now`. */
export function DueClock({ item, now }: DueClockProps) {
  const deadline = deadlineTextOf(Date.parse(item.createdAt), Date.parse(item.dueAt), now);
  return (
    <time className={clsx(styles.due, deadline.state)} dateTime={item.dueAt}>
      {deadline.text}
    </time>
  );
}
