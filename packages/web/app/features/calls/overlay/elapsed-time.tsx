import { useEffect, useState } from 'react';
import { stopwatchText } from '../../../lib/format/stopwatch-text.ts';

const SECOND_MS = 1000;

/**
 * Whole seconds since `startedAt`, which is in ms of this device's clock. Each timer waits for the rest of the current
 * second, so that the delays of timers do not add up.
 */
function useElapsedSeconds(startedAt: number): number {
  const elapsedSeconds = () => Math.max(0, Math.floor((Date.now() - startedAt) / SECOND_MS));
  const [, setShown] = useState(elapsedSeconds);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const elapsedMs = Date.now() - startedAt;
      setShown(Math.floor(elapsedMs / SECOND_MS));
      timer = setTimeout(tick, SECOND_MS - (((elapsedMs % SECOND_MS) + SECOND_MS) % SECOND_MS));
    };
    tick();
    return () => clearTimeout(timer);
  }, [startedAt]);
  return elapsedSeconds();
}

interface ElapsedTimeProps {
  /** Start of the measured time, in ms of this device's clock. */
  since: number;
  className?: string | undefined;
}

/** Elapsed time as mm:ss, in a component of its own so that only it renders every second. */
export function ElapsedTime({ since, className }: ElapsedTimeProps) {
  const seconds = useElapsedSeconds(since);
  return (
    <span className={className} role="timer" aria-label="Duração">
      {stopwatchText(seconds * SECOND_MS)}
    </span>
  );
}
