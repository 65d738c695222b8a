import clsx from 'clsx';
import { useSyncExternalStore } from 'react';
import { serverNowMs } from '../../../lib/format/server-time.ts';
import { relativeTimeText } from '../../../ui/text/relative-time-text.ts';
import { shortTimeText } from '../model/short-time.ts';
import * as styles from './notifications.module.css';

const absoluteFormat = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' });

const minuteListeners = new Set<() => void>();
let minuteTimer: number | undefined;

/** Calls `listener` every minute. All components share one timer, which is stopped while none is mounted. */
function subscribeToMinutes(listener: () => void): () => void {
  minuteListeners.add(listener);
  minuteTimer ??= window.setInterval(() => {
    for (const each of minuteListeners) each();
  }, 1000);
  return () => {
    minuteListeners.delete(listener);
    if (minuteListeners.size > 0) return;
    window.clearInterval(minuteTimer);
    minuteTimer = undefined;
  };
}

/** The age of a moment with a one-letter unit, such as `5m`, updated every minute; screen readers get it in words. */
export function ShortTime({ value }: { value: string }) {
  const timeMs = Date.parse(value);
  const text = useSyncExternalStore(subscribeToMinutes, () => shortTimeText(timeMs, serverNowMs()));
  return (
    <time
      className={clsx('textXs muted numeric', styles.moment)}
      dateTime={value}
      title={absoluteFormat.format(timeMs)}
    >
      <span aria-hidden="true">{text}</span>
      <span className="srOnly">{relativeTimeText(timeMs, serverNowMs())}</span>
    </time>
  );
}
