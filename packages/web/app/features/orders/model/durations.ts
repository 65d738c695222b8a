import { durationText } from '../../../lib/format/duration-text.ts';

const MINUTE_MS = 60_000;

/**
 * How long a buyer has been waiting for the seller: `Chegou agora`, `Espera você há 3 h`. `waitingMs` is the duration.
 */
export function waitingText(waitingMs: number): string {
  return waitingMs < MINUTE_MS ? 'Chegou agora' : `Espera você há ${durationText(waitingMs)}`;
}
