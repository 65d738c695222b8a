const SECOND_MS = 1000;

/** How often the board looks again: often while something is under way, else now and then; ms. */
export const boardPauseMs = { open: 15 * SECOND_MS, quiet: 60 * SECOND_MS } as const;

/**
 * How long to wait before asking again whether an order was paid, in ms. `attentionMs` is the time
 * since somebody last came to the page: right after that the answer is near, later it may take long.
 */
export function paymentPauseMs(attentionMs: number): number {
  if (attentionMs < 30 * SECOND_MS) return 2 * SECOND_MS;
  if (attentionMs < 180 * SECOND_MS) return 5 * SECOND_MS;
  return 15 * SECOND_MS;
}
