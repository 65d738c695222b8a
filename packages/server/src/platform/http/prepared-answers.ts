import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../telemetry/logging.ts';
import type { Telemetry } from '../telemetry/request-context.ts';
import { observeRequest } from './instrument-requests.ts';

/** An answer of status 200 that is the same for every reader, as the framework has sent it before. */
export interface PreparedAnswer {
  /** Names and values of the headers in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** Metric label of the route. */
  readonly route: string;
}

/** The prepared answer to a `GET` without a body; undefined to let the framework answer. */
export type FindPrepared = (request: IncomingMessage) => PreparedAnswer | undefined;

/** Sends prepared answers without the framework, whose hooks and routing cost more than small answers do. */
export interface PreparedAnswers {
  /** Looks for an answer to each request by `find`, before the framework. */
  add(find: FindPrepared): void;
  /** Lets the framework answer every request from now on, because it refuses them while the program stops. */
  stop(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly prepared: PreparedAnswers;
  }
}

/** Headers that belong to one answer or to its connection. */
const ownHeaders = new Set(['x-request-id', 'connection', 'keep-alive', 'date']);

/** Prepares an answer from the headers that the framework sends with a body. */
export function prepareAnswer(
  headers: Readonly<Record<string, number | string | string[] | undefined>>,
  body: Buffer,
  route: string,
): PreparedAnswer {
  const shared = Object.entries(headers).filter(([name]) => !ownHeaders.has(name));
  const pairs = shared.flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((one) => [name, String(one)]),
  );
  return { headers: [...pairs, 'content-length', String(body.length)], body, route };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Sends an answer, and counts, times and traces it as the framework's answers are. */
function send(response: ServerResponse, answer: PreparedAnswer, telemetry: Telemetry): void {
  const began = performance.now();
  const observed = observeRequest(telemetry, 'GET', answer.route);
  response.once('close', () => observed.end(200, (performance.now() - began) / 1000));
  response.writeHead(200, [...answer.headers, 'x-request-id', randomUUID()]);
  response.end(answer.body);
}

/**
 * Adds prepared answers to an application. While the event loop is late, and for a log of every request, the framework
 * answers.
 */
export function usePreparedAnswers(app: FastifyInstance, telemetry: Telemetry, log: Logger): void {
  const finders: FindPrepared[] = [];
  let stopped = false;
  const findAnswer = (request: IncomingMessage): PreparedAnswer | undefined => {
    if (stopped || request.method !== 'GET' || hasBody(request)) return undefined;
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
      stopped = true;
    },
  } satisfies PreparedAnswers);
  app.addHook('preClose', async () => app.prepared.stop());
  // Node calls listeners of a request in turn, so the framework's can only be kept from it by standing in their place.
  const listeners = app.server.listeners('request');
  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const answer = findAnswer(request);
    if (answer) send(response, answer, telemetry);
    else for (const listener of listeners) listener.call(app.server, request, response);
  });
}
