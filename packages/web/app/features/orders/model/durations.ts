const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a person has been waiting: `Agora`, `Há 12 min`, `Há 3 h`, `Há 2 dias`. `ms` is the duration. */
export function waitingText(ms: number): string {
  if (ms < MINUTE_MS) return 'Agora';
  if (ms < HOUR_MS) return `Há ${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < DAY_MS) return `Há ${Math.floor(ms / HOUR_MS)} h`;
  const days = Math.floor(ms / DAY_MS);
  return days === 1 ? 'Há 1 dia' : `Há ${days} dias`;
}
