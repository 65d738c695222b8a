import { stopwatchText } from '../../../lib/stopwatch-text.ts';
import { useNow } from '../use-now.ts';

/** How long an attendance has been running, by the server's clock. */
export function Stopwatch({ since }: { since: string }) {
  const now = useNow(1000);
  return (
    <span className="num crono" role="timer" aria-label="Tempo de atendimento">
      {stopwatchText(now - Date.parse(since))}
    </span>
  );
}
