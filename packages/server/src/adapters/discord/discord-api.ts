import { DiscordAPIError, REST, type RequestMethod } from '@discordjs/rest';
import type { z } from 'zod';
import { err, ok, type Result } from '../../platform/result.ts';
import { type Clock, systemClock } from '../../ports/clock.ts';
import { createDiscordFetch } from './discord-fetch.ts';
import { type DiscordFailure, failureOf, failureTable } from './failures.ts';

/** The application, bot and server at Discord; with a null `categoryId`, rooms are created outside of any category. */
export interface DiscordSetup {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly botToken: string;
  readonly guildId: string;
  readonly categoryId: string | null;
}

/** A URL, or a function that returns a URL which is not known yet when the client is created. */
export type UrlSource = string | (() => string);

export const resolveUrl = (address: UrlSource): string =>
  (typeof address === 'string' ? address : address()).replace(/\/+$/, '');

type WriteLog = (fields: Record<string, unknown>, message: string) => void;

export interface DiscordLog {
  readonly warn: WriteLog;
  /** Logs failures that the operator has to fix. */
  readonly error: WriteLog;
}

export interface DiscordApiOptions {
  /** Base URL without the API version; Discord's own by default. Read at the first call. */
  readonly apiBase?: UrlSource | undefined;
  readonly clock?: Clock | undefined;
  /** Logs every failed request with its route and kind of failure, without ids, names or secrets. */
  readonly log: DiscordLog;
}

/**
 * Timeout of one request in ms. It is shorter than the deadline of a whole operation, so that one request without an
 * answer leaves time for other requests.
 */
const REQUEST_TIMEOUT_MS = 4_000;

export interface DiscordRequest<T> {
  readonly method: `${RequestMethod}`;
  readonly path: `/${string}`;
  readonly authorization: string;
  /** Schema of the answer. */
  readonly responseSchema: z.ZodType<T>;
  /** Request body: sent as JSON, or as a form for `URLSearchParams`. */
  readonly body?: object | undefined;
  /** Aborts the request, including the wait for rate limits. */
  readonly signal: AbortSignal;
  /** Failures that the caller expects as an answer; they are not logged. */
  readonly expectedFailures?: readonly DiscordFailure[] | undefined;
}

/** Sends one request to Discord. Requests are never repeated, except after a short rate limit. */
export type DiscordApi = <T>(request: DiscordRequest<T>) => Promise<Result<T, DiscordFailure>>;

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };

function sendRequest(restClient: REST, request: DiscordRequest<unknown>): Promise<unknown> {
  const { method, path, body, signal } = request;
  const isForm = body instanceof URLSearchParams;
  return restClient.request({
    method: method as RequestMethod,
    fullRoute: path,
    signal,
    // `auth: false`, because with `auth` the REST library sends its own token and drops it after the first 401 answer.
    auth: false,
    headers: { authorization: request.authorization, ...(isForm ? formHeaders : {}) },
    ...(isForm ? { body: body.toString(), passThroughBody: true } : body ? { body } : {}),
  });
}

/**
 * Settles like `work`, but also rejects when the signal aborts, because the library's queue ignores signals. A request
 * that is still queued when the signal aborts is not sent.
 */
function withAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectOnAbort = () => reject(signal.reason);
    if (signal.aborted) rejectOnAbort();
    signal.addEventListener('abort', rejectOnAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', rejectOnAbort));
  });
}

/** Method and path of a request with ids replaced, for the log. */
const describeCall = ({ method, path }: DiscordRequest<unknown>) =>
  `${method} ${path.replaceAll(/\/\d+(?=\/|$)/g, '/:id')}`;

/** Creates a client for Discord's REST API, version 10. */
export function createDiscordApi(options: DiscordApiOptions): DiscordApi {
  const { apiBase = 'https://discord.com/api', clock = systemClock, log } = options;
  let restClient: REST | null = null;
  const getRestClient = () => {
    restClient ??= new REST({
      api: resolveUrl(apiBase),
      version: '10',
      retries: 0,
      timeout: REQUEST_TIMEOUT_MS,
      makeRequest: createDiscordFetch(clock),
    });
    return restClient;
  };

  function logFailure(
    request: DiscordRequest<unknown>,
    failure: DiscordFailure,
    error: unknown,
  ): void {
    const apiError = error instanceof DiscordAPIError ? error : null;
    const code = typeof apiError?.code === 'number' ? apiError.code : undefined;
    const facts = { call: describeCall(request), failure, status: apiError?.status, code };
    if (failureTable[failure].remedy === 'operator') {
      log.error(facts, 'Discord refuses what is set up: run `npm run doctor`');
    } else log.warn(facts, 'a request to Discord failed');
  }

  return async (request) => {
    try {
      const body = await withAbort(request.signal, sendRequest(getRestClient(), request));
      return ok(request.responseSchema.parse(body));
    } catch (error) {
      const failure = failureOf(error, request.signal);
      if (!request.expectedFailures?.includes(failure)) logFailure(request, failure, error);
      return err(failure);
    }
  };
}
