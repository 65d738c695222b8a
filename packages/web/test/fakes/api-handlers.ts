import { ApiError } from '@guilda/contract/api-error';
import type { ErrorCode } from '@guilda/contract/errors';
import { errors } from '@guilda/contract/errors';

/** A request as the page sent it. `body` is decoded JSON, or the unchanged `FormData`. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * Handles a request. The return value is sent as JSON. A handler throws `apiError(…)` to send an error answer, and
 * `connectionLost()` to break the connection.
 */
export type FakeHandler = (request: SentRequest) => unknown;

/** Handlers by `METHOD /path`; a segment like `:id` stands for any value. */
export type FakeHandlers = Readonly<Record<string, FakeHandler>>;

/** An answer whose status is not 200, or that has no body. */
export class FakeResponse {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body?: unknown) {
    this.status = status;
    this.body = body;
  }
}

class LostConnection extends Error {}

/** Creates the error that a handler throws to simulate a connection that breaks before the answer arrives. */
export const connectionLost = () => new LostConnection();

/** An error answer of the API; its text is that of the API contract for `code`, unless another is given. */
export function apiError(code: ErrorCode, text: string = errors[code].text): ApiError {
  const { status } = errors[code];
  return new ApiError(status, { error: text, message: text, code, requestId: 'test' });
}

let handlersByRequest = new Map<string, FakeHandler>();
let sentRequests: SentRequest[] = [];
let unexpectedRequests: string[] = [];

/** Adds handlers; a handler with an existing key replaces the earlier one. */
export function serveApi(moreHandlers: FakeHandlers): void {
  for (const [key, handler] of Object.entries(moreHandlers)) handlersByRequest.set(key, handler);
}

/** Serves a request; its answer is sent only when the returned function is called. */
export function serveApiLater(key: string, handler: FakeHandler): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  serveApi({ [key]: (request) => promise.then(() => handler(request)) });
  return resolve;
}

/** Requests to this method and path so far, oldest first. */
export function requestsTo(key: string): readonly SentRequest[] {
  return sentRequests.filter((request) => matchesRequest(key, request));
}

/** Removes all handlers and recorded requests; returns the requests for which there was no handler. */
export function resetApi(): readonly string[] {
  const unhandledRequests = unexpectedRequests;
  handlersByRequest = new Map();
  sentRequests = [];
  unexpectedRequests = [];
  return unhandledRequests;
}

function matchesRequest(key: string, { method, path }: SentRequest): boolean {
  const [wantedMethod, pattern = ''] = key.split(' ');
  const patternSegments = pattern.split('/');
  const pathSegments = path.split('/');
  return (
    wantedMethod === method &&
    patternSegments.length === pathSegments.length &&
    patternSegments.every(
      (segment, index) => segment.startsWith(':') || segment === pathSegments[index],
    )
  );
}

/** Runs the handler of a request; later handlers take precedence, so that a test can replace a common one. */
export async function responseTo(request: SentRequest): Promise<FakeResponse> {
  sentRequests.push(request);
  const matchingHandler = [...handlersByRequest]
    .reverse()
    .find(([key]) => matchesRequest(key, request));
  if (!matchingHandler) {
    unexpectedRequests.push(`${request.method} ${request.path}`);
    return new FakeResponse(404, { error: 'Não encontrado.', code: 'not_found' });
  }
  try {
    const result = await matchingHandler[1](request);
    return result instanceof FakeResponse ? result : new FakeResponse(200, result);
  } catch (error) {
    if (error instanceof ApiError) return new FakeResponse(error.status, error.body);
    throw error;
  }
}
