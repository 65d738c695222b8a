import { DiscordAPIError, REST, type RequestMethod } from '@discordjs/rest';
import type { z } from 'zod';
import { err, ok, type Result } from '../../platform/result.ts';
import { type Clock, systemClock } from '../../ports/clock.ts';
import { createDiscordFetch } from './discord-fetch.ts';
import { type Failure, failureOf, failures } from './failures.ts';

/** The application, bot and server at Discord; `categoryId` null makes rooms at the top of the server. */
export interface DiscordSetup {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly botToken: string;
  readonly guildId: string;
  readonly categoryId: string | null;
}

/** An address, or how to come by one that is known late. */
export type Address = string | (() => string);

export const addressOf = (address: Address): string =>
  (typeof address === 'string' ? address : address()).replace(/\/+$/, '');

type Write = (fields: Record<string, unknown>, message: string) => void;

export interface DiscordLog {
  readonly warn: Write;
  /** What the operator has to put right. */
  readonly error: Write;
}

export interface DiscordApiOptions {
  /** Without the version; Discord's own unless told. Asked for at the first call. */
  readonly apiBase?: Address | undefined;
  readonly clock?: Clock | undefined;
  /** Told of every request that failed: by call and kind of failure, never by id, name or secret. */
  readonly log: DiscordLog;
}

/** Milliseconds for one exchange, so that a silent one does not use up the time of all that follow. */
const EXCHANGE_MS = 4_000;

export interface DiscordRequest<T> {
  readonly method: `${RequestMethod}`;
  readonly path: `/${string}`;
  readonly authorization: string;
  /** What the answer has to look like. */
  readonly shape: z.ZodType<T>;
  /** Sent as JSON; parameters as a form. */
  readonly body?: object | undefined;
  /** Ends everything, the wait for rate limits too. */
  readonly signal: AbortSignal;
  /** Failures that are an answer to this question: nobody is told of them. */
  readonly awaited?: readonly Failure[] | undefined;
}

/** One request to Discord. Nothing is ever sent twice, except what a rate limit had sent away. */
export type DiscordApi = <T>(request: DiscordRequest<T>) => Promise<Result<T, Failure>>;

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };

function send(rest: REST, request: DiscordRequest<unknown>): Promise<unknown> {
  const { method, path, body, signal } = request;
  const form = body instanceof URLSearchParams;
  return rest.request({
    method: method as RequestMethod,
    fullRoute: path,
    signal,
    // The library forgets its token with the first 401, and would never ask again.
    auth: false,
    headers: { authorization: request.authorization, ...(form ? formHeaders : {}) },
    ...(form ? { body: body.toString(), passThroughBody: true } : body ? { body } : {}),
  });
}

/** The library does not end its waits with the signal; what still waits then is never sent. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(signal.reason);
    if (signal.aborted) late();
    signal.addEventListener('abort', late, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late));
  });
}

/** What was asked, without ids. */
const callOf = ({ method, path }: DiscordRequest<unknown>) =>
  `${method} ${path.replaceAll(/\/\d+(?=\/|$)/g, '/:id')}`;

/** Makes the way to Discord's REST API, of version 10. */
export function createDiscordApi(options: DiscordApiOptions): DiscordApi {
  const { apiBase = 'https://discord.com/api', clock = systemClock, log } = options;
  let made: REST | null = null;
  const rest = () => {
    made ??= new REST({
      api: addressOf(apiBase),
      version: '10',
      retries: 0,
      timeout: EXCHANGE_MS,
      makeRequest: createDiscordFetch(clock),
    });
    return made;
  };

  function tell(request: DiscordRequest<unknown>, failure: Failure, error: unknown): void {
    const answer = error instanceof DiscordAPIError ? error : null;
    const code = typeof answer?.code === 'number' ? answer.code : undefined;
    const facts = { call: callOf(request), failure, status: answer?.status, code };
    if (failures[failure].remedy === 'operator') {
      log.error(facts, 'Discord refuses what is set up: run `npm run doctor`');
    } else log.warn(facts, 'a request to Discord failed');
  }

  return async (request) => {
    try {
      const body = await within(request.signal, send(rest(), request));
      return ok(request.shape.parse(body));
    } catch (error) {
      const failure = failureOf(error, request.signal);
      if (!request.awaited?.includes(failure)) tell(request, failure, error);
      return err(failure);
    }
  };
}
