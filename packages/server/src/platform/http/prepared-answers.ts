import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../telemetry/logging.ts';
import type { Telemetry } from '../telemetry/request-context.ts';
import { observeRequest } from './instrument-requests.ts';

/** A stored response with status 200 that is the same for every reader, as the framework sent it the first time. */
export interface PreparedAnswer {
  /** Alternating names and values of the headers. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** Metric label of the route. */
  readonly route: string;
}

/** The prepared answer to a `GET` request without a body; undefined when the framework must answer. */
export type FindPrepared = (request: IncomingMessage) => PreparedAnswer | undefined;

/** Sends prepared answers without the framework, whose hooks and routing take longer than a small answer itself. */
export interface PreparedAnswers {
  /** Registers a function that finds the prepared answer to a request before the framework handles it. */
  add(find: FindPrepared): void;
  /** Makes the framework answer every later request, because the framework refuses requests while the program stops. */
  stop(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly prepared: PreparedAnswers;
  }
}

/** Headers that belong to a single response or to its connection and are not stored. */
const headersOfOneAnswer = new Set(['x-request-id', 'connection', 'keep-alive', 'date']);

/** Creates a prepared answer from a body and the headers that the framework sends with it. */
export function prepareAnswer(
  headers: Readonly<Record<string, number | string | string[] | undefined>>,
  body: Buffer,
  route: string,
): PreparedAnswer {
  const sharedHeaders = Object.entries(headers).filter(([name]) => !headersOfOneAnswer.has(name));
  const namesAndValues = sharedHeaders.flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((eachValue) => [name, String(eachValue)]),
  );
  return { headers: [...namesAndValues, 'content-length', String(body.length)], body, route };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Sends an answer, and counts, times and traces it in the same way as answers of the framework. */
function sendPreparedAnswer(
  response: ServerResponse,
  answer: PreparedAnswer,
  telemetry: Telemetry,
): void {
  const startedAt = performance.now();
  const observedRequest = observeRequest(telemetry, 'GET', answer.route);
  response.once('close', () => observedRequest.end(200, (performance.now() - startedAt) / 1000));
  response.writeHead(200, [...answer.headers, 'x-request-id', randomUUID()]);
  response.end(answer.body);
}

/**
 * Adds prepared answers to an application. They are not used while the event loop is late or while every request is
 * logged: the framework answers then.
 */
export function usePreparedAnswers(app: FastifyInstance, telemetry: Telemetry, log: Logger): void {
  const finders: FindPrepared[] = [];
  let isStopped = false;
  const findAnswer = (request: IncomingMessage): PreparedAnswer | undefined => {
    if (isStopped || request.method !== 'GET' || hasBody(request)) return undefined;
    if (app.isUnderPressure() || log.isLevelEnabled('debug')) return undefined;
    for (const find of finders) {
      const answer = find(request);
      if (answer) return answer;
    }
    return undefined;
  };
  app.decorate('prepared', {
    add: (find) => void finders.push(find),
    stop: () => {
      isStopped = true;
    },
  } satisfies PreparedAnswers);
  app.addHook('preClose', async () => app.prepared.stop());
  // Node calls all listeners of a request in turn, so the framework's listeners are replaced by one that calls them
  // only when no prepared answer exists.
  const listeners = app.server.listeners('request');
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const answer = findAnswer(request);
    if (answer) sendPreparedAnswer(response, answer, telemetry);
    else for (const listener of listeners) listener.call(app.server, request, response);
  });
}
