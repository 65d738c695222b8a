import clsx from 'clsx';
import { useSyncExternalStore } from 'react';
import { fullDateTimeText } from '../../../lib/format/date-text.ts';
import { serverNowMs } from '../../../lib/format/server-time.ts';
import { relativeTimeText } from '../../../ui/text/relative-time-text.ts';
import { shortTimeText } from '../model/short-time.ts';
import * as styles from './notifications.module.css';

const tickListeners = new Set<() => void>();
let tickTimer: number | undefined;

/** Calls `listener` every second. All components share one timer, which is stopped while none is mounted. */
function subscribeToTicks(listener: () => void): () => void {
  tickListeners.add(listener);
  tickTimer ??= window.setInterval(() => {
    for (const each of tickListeners) each();
  }, 1000);
  return () => {
    tickListeners.delete(listener);
    if (tickListeners.size > 0) return;
    window.clearInterval(tickTimer);
    tickTimer = undefined;
  };
}

/** The age of a moment with a one-letter unit, such as `5m`, updated every second; screen readers get it in words. */
export function ShortTime({ value }: { value: string }) {
  const timeMs = Date.parse(value);
  const text = useSyncExternalStore(subscribeToTicks, () => shortTimeText(timeMs, serverNowMs()));
  return (
    <time
      className={clsx('textXs muted numeric', styles.moment)}
      dateTime={value}
      title={fullDateTimeText(new Date(timeMs))}
    >
      <span aria-hidden="true">{text}</span>
      <span className="srOnly">{relativeTimeText(timeMs, serverNowMs())}</span>
    </time>
  );
}
