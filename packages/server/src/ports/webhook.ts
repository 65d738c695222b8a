/** A request to a webhook endpoint, before its signature is verified. */
export interface WebhookRequest {
  /** Headers of the request; their names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Body of the request, before parsing. */
  readonly rawBody: Buffer;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Largest difference between a signature's time and now in ms, in both directions: 5 minutes. */
export const WEBHOOK_MAX_AGE_MS = 5 * 60_000;
