import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../src/ports/clock.ts';
import { type PeerContext, performEndpoint } from './endpoints.ts';
import { createIdempotency } from './idempotency.ts';
import { newAccount } from './objects.ts';
import { createPayer, type PeerPayer } from './payer.ts';
import {
  parseForm,
  type StripeAnswer,
  StripeApiError,
  type StripeRequest,
  unixSecondsOf,
} from './protocol.ts';

/**
 * A fault instead of a response: no response, or a connection that breaks before or within it; `answer_lost` executes
 * the request and breaks the connection.
 */
type PeerFault = 'silent' | 'cut' | 'cut_amid' | 'answer_lost';

type ScriptedOutcome = StripeAnswer | PeerFault | (() => void);

interface PeerScript {
  readonly call: string;
  readonly answers: ScriptedOutcome[];
}

export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly rawBody: Buffer;
}

/** A local server with the documented behaviour of Stripe that Guilda uses. */
export interface StripePeer extends PeerPayer {
  readonly api: { readonly protocol: 'http'; readonly host: string; readonly port: number };
  readonly context: PeerContext;
  readonly requests: readonly StripeRequest[];
  readonly events: readonly StripeEvent[];
  /** Called for every event, in order. */
  onEvent: (event: StripeEvent) => void;
  /**
   * Sets the responses, in order, to the next requests whose `METHOD /path` contains `call`. A function is called when
   * its request arrives, which is then answered as usual.
   */
  script(call: string, ...answers: ScriptedOutcome[]): void;
  /** Requests as `METHOD /path` without ids. */
  requestLog(): string[];
  forget(): void;
  close(): Promise<void>;
}

export const peerKey = 'rk_test_51NoSecretOfAnybody';

const refusalWith = (status: number, type: string, moreErrorFields: object = {}): StripeAnswer => ({
  status,
  body: { error: { type, message: 'Refused.', ...moreErrorFields } },
});

/** The response of Stripe to a request above its rate limit. */
export const rateLimitedResponse = refusalWith(429, 'invalid_request_error', {
  code: 'rate_limit',
});
/** The response to a request for an object that another request has locked. */
export const lockedRefusal = refusalWith(429, 'invalid_request_error', { code: 'lock_timeout' });
/** The response to a request for an unknown id. */
export const unknownRefusal = refusalWith(404, 'invalid_request_error', {
  code: 'resource_missing',
});
/** The response when Stripe itself fails. */
export const serverErrorResponse = refusalWith(500, 'api_error');

/** Creates ids such as `cs_test_a1…` from a counter. */
function createIds() {
  let count = 0;
  return (prefix: string) => {
    count += 1;
    return `${prefix}_a1${String(count).padStart(8, 'Q')}Zk`;
  };
}

function sendAnswer(response: ServerResponse, { status, body, headers }: StripeAnswer): void {
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  const ownHeaders = { 'content-type': 'application/json', 'request-id': 'req_peer' };
  response.writeHead(status, { ...ownHeaders, ...headers }).end(json);
}

function applyFault(response: ServerResponse, fault: PeerFault): void {
  if (fault === 'cut' || fault === 'answer_lost') response.destroy();
  if (fault !== 'cut_amid') return;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"id":', () => response.destroy());
}

async function readRequest(request: IncomingMessage): Promise<StripeRequest> {
  const { method = 'GET', headers, url = '/' } = request;
  const [path = '', query = ''] = url.split('?');
  const rawForm = method === 'GET' ? query : await text(request);
  return { method, path: path.replace(/^\/v1/, ''), headers, form: parseForm(rawForm) };
}

function createAnswers(context: PeerContext) {
  const idempotency = createIdempotency(context.clock);
  return async (request: StripeRequest): Promise<StripeAnswer> => {
    const { method, path, headers, form } = request;
    if (headers.authorization !== `Bearer ${peerKey}`) {
      return refusalWith(401, 'invalid_request_error');
    }
    try {
      return await idempotency(request, async () => {
        // Lets concurrent requests interleave.
        await nextTurn();
        return { status: 200, body: performEndpoint(context, method, path, form) };
      });
    } catch (error) {
      if (error instanceof StripeApiError) return error.answer;
      throw error;
    }
  };
}

export async function startStripePeer(clock: Clock): Promise<StripePeer> {
  const events: StripeEvent[] = [];
  const newId = createIds();
  const emit = (type: string, object: object) => {
    const created = unixSecondsOf(clock);
    const head = { id: newId('evt'), object: 'event', api_version: '2026-10-28.endive', created };
    const event = { ...head, data: { object }, livemode: false, pending_webhooks: 1, type };
    const rawBody = Buffer.from(JSON.stringify(event, null, 2));
    events.push({ id: event.id, type, rawBody });
    peer.onEvent({ id: event.id, type, rawBody });
  };
  let requests: StripeRequest[] = [];
  let scripts: PeerScript[] = [];
  const nextScriptedAnswer = (call: string) =>
    scripts
      .find((peerScript) => call.includes(peerScript.call) && peerScript.answers.length > 0)
      ?.answers.shift();

  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    requests.push(request);
    const scriptedAnswer = nextScriptedAnswer(`${request.method} ${request.path}`);
    if (typeof scriptedAnswer === 'object') return sendAnswer(response, scriptedAnswer);
    if (typeof scriptedAnswer === 'function') scriptedAnswer();
    const fault = typeof scriptedAnswer === 'string' ? scriptedAnswer : null;
    const answer = fault && fault !== 'answer_lost' ? null : await answers(request);
    if (fault) applyFault(response, fault);
    else if (answer) sendAnswer(response, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const context: PeerContext = {
    account: newAccount(),
    clock,
    origin: `http://127.0.0.1:${port}`,
    settings: { refundsStart: 'succeeded', lag: 0 },
    newId,
    emit,
  };
  const answers = createAnswers(context);
  const peer: StripePeer = {
    ...createPayer(context),
    api: { protocol: 'http', host: '127.0.0.1', port },
    context,
    get requests() {
      return requests;
    },
    events,
    onEvent: () => undefined,
    script: (call, ...outcomes) => void scripts.push({ call, answers: outcomes }),
    requestLog: () =>
      requests.map(
        ({ method, path }) => `${method} ${path.replace(/\/(guilda|cs|pi)_[^/]+/, '/:id')}`,
      ),
    forget: () => {
      requests = [];
      scripts = [];
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return peer;
}
