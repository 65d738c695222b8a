import type { Clock } from '../../ports/clock.ts';

const MAX_DOCUMENT_BYTES = 256 * 1024;

/** Thrown when the issuer cannot be reached or gives no valid answer: tokens cannot be verified at the moment. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}

export interface IssuerFetchOptions {
  readonly clock: Clock;
  readonly issuer: string;
  /**
   * Origin to which requests for the issuer's own origin are sent, such as a loopback address; undefined to send them to
   * the issuer's origin.
   */
  readonly transportOrigin: string | undefined;
  /** Timeout of one request, in ms. */
  readonly timeoutMs: number;
  /** Time after a failed request during which its URL is not requested again, in ms. */
  readonly retryAfterMs: number;
}

/** Reads a document of the issuer; throws `IssuerUnavailable` for any answer except 200. */
export type IssuerFetch = (url: string) => Promise<Response>;

/** Creates the function that reads an issuer's public documents, with limits on time, size and retries. */
export function createIssuerFetch(options: IssuerFetchOptions): IssuerFetch {
  const failedAt = new Map<string, number>();
  return async (url) => {
    const now = options.clock.now().getTime();
    const lastFailure = failedAt.get(url);
    if (lastFailure !== undefined && now - lastFailure < options.retryAfterMs) {
      throw new IssuerUnavailable('The issuer failed a moment ago.');
    }
    try {
      const response = await fetchDocument(transportUrl(url, options), options.timeoutMs);
      failedAt.delete(url);
      return response;
    } catch (cause) {
      failedAt.set(url, options.clock.now().getTime());
      throw new IssuerUnavailable('The issuer cannot be read.', { cause });
    }
  };
}

function transportUrl(url: string, { issuer, transportOrigin }: IssuerFetchOptions): URL {
  const target = new URL(url);
  if (transportOrigin === undefined || target.origin !== new URL(issuer).origin) return target;
  return new URL(target.pathname + target.search, transportOrigin);
}

async function fetchDocument(url: URL, timeoutMs: number): Promise<Response> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`Answered ${response.status}.`);
  }
  return new Response(await readDocumentText(response), { status: 200 });
}

async function readDocumentText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let byteCount = 0;
  for await (const chunk of response.body ?? []) {
    byteCount += chunk.byteLength;
    if (byteCount > MAX_DOCUMENT_BYTES) throw new Error('The document is too large.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
