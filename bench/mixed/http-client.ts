import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';

/** A request; a body is sent as JSON, and a `Buffer` as it is. */
interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends requests; each promise rejects unless the server answers with success within 20 s. */
export interface HttpClient {
  /** Number of bytes of all bodies of answers so far, as they were transmitted. */
  readonly receivedBytes: number;
  /** Sends a request and discards the body of the answer. */
  send(request: LoadRequest): Promise<void>;
  /** Sends a request and reads the answer, which the caller knows the type of. */
  sendForJson<T>(request: LoadRequest): Promise<T>;
}

/** Maximum number of concurrent requests; further requests wait, and their waiting time is part of their latency. */
const MAX_CONCURRENT_REQUESTS = 100;
const REQUEST_TIMEOUT_MS = 20_000;
const JSON_TYPE = 'application/json; charset=utf-8';

function encodeBody(body: unknown): { content?: Buffer | string; type: Record<string, string> } {
  if (body === undefined) return { type: {} };
  if (Buffer.isBuffer(body)) return { content: body, type: {} };
  return { content: JSON.stringify(body), type: { 'content-type': 'application/json' } };
}

/** Whether the body of an answer is kept: that of a pack file is not, because it has many megabytes. */
const isSmall = ({ headers }: IncomingMessage) => headers['content-type'] === JSON_TYPE;

/** Sends a request and collects the body of its answer, unless it is that of a file. */
const exchange = (
  options: RequestOptions,
  content: Buffer | string | undefined,
  onChunk: (chunk: Buffer) => void,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const sentRequest = request(options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => {
        onChunk(chunk);
        if (isSmall(answer)) chunks.push(chunk);
      });
      answer.once('error', reject);
      answer.once('end', () => {
        if ((answer.statusCode ?? 0) < 300) resolve(Buffer.concat(chunks));
        else reject(new Error(`${options.method} ${options.path}: ${answer.statusCode}`));
      });
    });
    sentRequest.once('timeout', () => sentRequest.destroy(new Error('no answer in time')));
    sentRequest.once('error', reject);
    sentRequest.end(content);
  });

/** Creates an HTTP client with keep-alive that sends `commonHeaders` with each request. */
export function createHttpClient(
  url: string,
  commonHeaders: Readonly<Record<string, string>> = {},
): HttpClient {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONCURRENT_REQUESTS });
  let receivedBytes = 0;
  const send = ({ method, path, headers, body }: LoadRequest): Promise<Buffer> => {
    const { content, type } = encodeBody(body);
    const allHeaders = { ...commonHeaders, ...headers, ...type };
    const options = { hostname, port, path, method, agent, timeout: REQUEST_TIMEOUT_MS };
    return exchange({ ...options, headers: allHeaders }, content, (chunk) => {
      receivedBytes += chunk.length;
    });
  };
  return {
    get receivedBytes() {
      return receivedBytes;
    },
    send: async (sent) => void (await send(sent)),
    sendForJson: async <T>(sent: LoadRequest) => {
      const headers = { ...sent.headers, 'accept-encoding': 'identity' };
      return JSON.parse(String(await send({ ...sent, headers }))) as T;
    },
  };
}
