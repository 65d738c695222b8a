let offset = 0;

/**
 * Updates the difference between this device's clock and the server's from the `Date` header of a response, whose
 * request was sent at `sentAt` and which arrived at `receivedAt` (ms). The header has whole seconds only, so
 * differences within that precision change nothing and a running timer does not jump.
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
export function serverNowMs(): number {
  return Date.now() + offset;
}
