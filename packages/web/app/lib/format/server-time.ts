let offset = 0;

/**
 * Learns how far this device's clock is off from the `Date` header of an answer, whose request was
 * sent at `sentAt` and which came at `receivedAt` (ms). The header knows whole seconds only, so what
 * lies within that doubt changes nothing and a running timer does not jump.
 */
export function updateServerTimeOffset(
  header: string | null,
  sentAt: number,
  receivedAt = Date.now(),
): void {
  const second = Date.parse(header ?? '');
  if (Number.isNaN(second)) return;
  const seen = second + 500 - (sentAt + receivedAt) / 2;
  const doubt = 500 + (receivedAt - sentAt) / 2;
  if (Math.abs(seen - offset) > doubt) offset = seen;
}

/** The server's time as far as known, in ms since the epoch. */
export function serverNow(): number {
  return Date.now() + offset;
}
