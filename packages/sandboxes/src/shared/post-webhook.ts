export interface WebhookRequest {
  readonly url: string | URL;
  /** Headers in addition to the content type, such as the signature. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body in JSON, with exactly the bytes that were signed. */
  readonly body: string | Buffer<ArrayBuffer>;
  readonly timeoutMs: number;
}

/** Sends a webhook once; returns the HTTP status of the answer, or null when there was none. Never rejects. */
export async function postWebhook(webhook: WebhookRequest): Promise<number | null> {
  const { url, headers, body, timeoutMs } = webhook;
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}
