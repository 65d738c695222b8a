/** Client for HTTP calls to one external service. */
export interface OutboundHttp {
  /**
   * Sends one request and reads the whole answer. Resolves to `null` without a usable answer: connection refused, timed
   * out, a redirect, or larger than {@link OutboundHttpOptions.maxBytes}.
   */
  send(request: OutboundRequest): Promise<OutboundAnswer | null>;
}

export interface OutboundHttpOptions {
  /** Base URL of every request; a function because it may not be known yet when the client is created. */
  readonly baseUrl: () => string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Timeout of the whole exchange (request and answer), in ms. */
  readonly timeoutMs: number;
  /** Largest answer that is read, in bytes; 1 MiB by default. */
  readonly maxBytes?: number;
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path segments below the base URL; each is percent-encoded, so that an id cannot change the path. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of the request: sent as JSON, or as a form for `URLSearchParams`. */
  readonly body?: unknown;
  /** Aborts the exchange before its timeout, for several calls that share one time limit. */
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  /** The answer's parsed JSON; `undefined` when the answer is not JSON. */
  readonly body: unknown;
}

/** Creates an {@link OutboundHttp} on Node's `fetch`: no redirects, no cookies, limited in time and size. */
export function createOutboundHttp(options: OutboundHttpOptions): OutboundHttp {
  return {
    async send(request) {
      const url = requestURL(options.baseUrl(), request);
      const timeout = AbortSignal.timeout(options.timeoutMs);
      try {
        const response = await fetch(url, {
          method: request.method,
          redirect: 'error',
          signal: request.signal ? AbortSignal.any([timeout, request.signal]) : timeout,
          headers: {
            accept: 'application/json',
            ...contentTypeOf(request.body),
            ...options.headers,
            ...request.headers,
          },
          ...(request.body === undefined ? {} : { body: serializeBody(request.body) }),
        });
        const text = await readText(response, options.maxBytes ?? 1_048_576);
        return { status: response.status, body: parseJson(text) };
      } catch {
        return null;
      }
    },
  };
}

/** The `Content-Type` header of a body; none for a form, whose header `fetch` sets by itself. */
const contentTypeOf = (body: unknown): Readonly<Record<string, string>> =>
  body === undefined || body instanceof URLSearchParams
    ? {}
    : { 'content-type': 'application/json' };

const serializeBody = (body: unknown) =>
  body instanceof URLSearchParams ? body : JSON.stringify(body);

/** Builds the absolute URL of a request; throws when a path segment would change the depth of the path. */
export function requestURL(baseUrl: string, request: Pick<OutboundRequest, 'path' | 'query'>): URL {
  const segments = request.path.map((segment) => {
    if (segment === '' || segment === '.' || segment === '..') {
      throw new TypeError(`not a path segment: "${segment}"`);
    }
    return encodeURIComponent(segment);
  });
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/${segments.join('/')}`);
  for (const [name, value] of Object.entries(request.query ?? {})) {
    url.searchParams.set(name, value);
  }
  return url;
}

/** The whole body as text; throws once the body is larger than `maxBytes`. */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new RangeError('answer too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
