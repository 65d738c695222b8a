import { stopwatchText } from '../../../lib/format/stopwatch-text.ts';
import * as styles from './stopwatch.module.css';
import { useNow } from './use-now.ts';

/**
 * Time since the attendance (the live part of an order) started, by the server's clock. The CSS property
 * `--stopwatch-size` sets the font size.
 */
export function Stopwatch({ since }: { since: string }) {
  const now = useNow(1000);
  return (
    <span className={`numeric ${styles.stopwatch}`} role="timer" aria-label="Tempo de atendimento">
      {stopwatchText(now - Date.parse(since))}
    </span>
  );
}
