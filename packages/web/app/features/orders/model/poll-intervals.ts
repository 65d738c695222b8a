const SECOND_MS = 1000;

/** Refetch interval of the board, in ms: shorter while an order is open. */
export const boardPollMs = { open: 15 * SECOND_MS, quiet: 60 * SECOND_MS } as const;

/**
 * Delay in ms before the page asks again whether an order was paid. `attentionMs` is the time since the person last
 * came to the page; the payment is most likely confirmed soon after, so polling is fastest then.
 */
export function paymentPollMs(attentionMs: number): number {
  if (attentionMs < 30 * SECOND_MS) return 2 * SECOND_MS;
  if (attentionMs < 180 * SECOND_MS) return 5 * SECOND_MS;
  return 15 * SECOND_MS;
}
