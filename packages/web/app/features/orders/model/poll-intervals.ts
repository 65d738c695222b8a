const SECOND_MS = 1000;

/** How often the board refetches, in ms: more often while an order is open. */
export const boardPollMs = { open: 15 * SECOND_MS, quiet: 60 * SECOND_MS } as const;

/**
 * How long to wait before asking again whether an order was paid, in ms. `attentionMs` is the time since
 * a person last came to the page: at first the confirmation is likely to be near.
 */
export function paymentPollMs(attentionMs: number): number {
  if (attentionMs < 30 * SECOND_MS) return 2 * SECOND_MS;
  if (attentionMs < 180 * SECOND_MS) return 5 * SECOND_MS;
  return 15 * SECOND_MS;
}
