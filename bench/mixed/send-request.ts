import { Agent, request } from 'node:http';

/** Sends a request; rejects unless the server answers with success within 20 s. */
export type SendRequest = (
  method: 'GET' | 'POST',
  path: string,
  headers?: Readonly<Record<string, string>>,
  body?: unknown,
) => Promise<void>;

/** Maximum number of concurrent requests; further requests wait, and their waiting time is part of their latency. */
const MAX_CONCURRENT_REQUESTS = 100;
const REQUEST_TIMEOUT_MS = 20_000;

/** Creates an HTTP client with keep-alive that only checks the status of an answer. */
export function createRequestSender(url: string): SendRequest {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONCURRENT_REQUESTS });
  return (method, path, headers = {}, body) =>
    new Promise((resolve, reject) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const options = { hostname, port, path, method, agent, timeout: REQUEST_TIMEOUT_MS };
      const sentRequest = request({ ...options, headers: { ...headers, ...json } }, (answer) => {
        const status = answer.statusCode ?? 0;
        answer.once('error', reject);
        answer.once('end', () =>
          status < 300 ? resolve() : reject(new Error(`${method} ${path}: ${status}`)),
        );
        answer.resume();
      });
      sentRequest.once('timeout', () => sentRequest.destroy(new Error('no answer in time')));
      sentRequest.once('error', reject);
      sentRequest.end(body === undefined ? undefined : JSON.stringify(body));
    });
}
