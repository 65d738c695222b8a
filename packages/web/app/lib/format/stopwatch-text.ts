const SECOND_MS = 1000;

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A duration as `mm:ss`, from one hour on as `HH:mm:ss`; a negative `elapsedMs` counts as 0. */
export function stopwatchText(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / SECOND_MS));
  const hours = Math.floor(seconds / 3600);
  const minutesAndSeconds = `${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  return hours > 0 ? `${twoDigits(hours)}:${minutesAndSeconds}` : minutesAndSeconds;
}
