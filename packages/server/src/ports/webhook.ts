/** A request to a webhook endpoint, untouched. */
export interface WebhookRequest {
  /** Names in lower case, as Node gives them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body before any parsing. */
  readonly rawBody: Buffer;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Notifications signed longer ago than this, or as far ahead, are refused: 5 minutes, in ms. */
export const WEBHOOK_MAX_AGE_MS = 5 * 60_000;
