/** A raw request to a webhook endpoint. */
export interface WebhookRequest {
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The unparsed body. */
  readonly rawBody: Buffer;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Largest difference between a signature's time and now in ms, in both directions: 5 minutes. */
export const WEBHOOK_MAX_AGE_MS = 5 * 60_000;
