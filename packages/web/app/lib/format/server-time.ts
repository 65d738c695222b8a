let serverTimeOffsetMs = 0;

/**
 * Updates the difference between this device's clock and the server's from the `Date` header of a response. `sentAt`
 * and `receivedAt` are when the request was sent and the response arrived, in ms since the epoch. The header contains
 * whole seconds only, so a change within the measuring error is ignored, and running timers do not jump.
 */
export function updateServerTimeOffset(
  header: string | null,
  sentAt: number,
  receivedAt = Date.now(),
): void {
  const serverMs = Date.parse(header ?? '');
  if (Number.isNaN(serverMs)) return;
  const measuredOffsetMs = serverMs + 500 - (sentAt + receivedAt) / 2;
  const uncertaintyMs = 500 + (receivedAt - sentAt) / 2;
  if (Math.abs(measuredOffsetMs - serverTimeOffsetMs) > uncertaintyMs)
    serverTimeOffsetMs = measuredOffsetMs;
}

/** The server's time, in ms since the epoch, as far as this device knows it. */
export function serverNowMs(): number {
  return Date.now() + serverTimeOffsetMs;
}
