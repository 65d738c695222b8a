import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as soon } from 'node:timers/promises';
import type { Clock } from '../../src/ports/clock.ts';
import { type PeerWorld, perform } from './endpoints.ts';
import { createKeys } from './keys.ts';
import { newAccount } from './objects.ts';
import { parseForm, Refused, type StripeAnswer, type StripeRequest, secondsOf } from './parts.ts';
import { createPayer, type Payer } from './payer.ts';

/** Instead of an answer: no answer, an end before it or amid it; `unheard` is done all the same. */
type Fault = 'silent' | 'cut' | 'cut_amid' | 'unheard';

interface Script {
  readonly call: string;
  readonly answers: (StripeAnswer | Fault)[];
}

export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly rawBody: Buffer;
}

/** Stripe on loopback, as far as its documentation describes what we use of it. */
export interface StripePeer extends Payer {
  readonly api: { readonly protocol: 'http'; readonly host: string; readonly port: number };
  readonly world: PeerWorld;
  readonly requests: readonly StripeRequest[];
  readonly events: readonly StripeEvent[];
  /** Told of every event, in turn. */
  onEvent: (event: StripeEvent) => void;
  /** How requests whose `METHOD /path` contains `call` are met, in turn; afterwards as they should. */
  script(call: string, ...answers: (StripeAnswer | Fault)[]): void;
  /** What was asked, as `METHOD /path` with ids left out. */
  asked(): string[];
  forget(): void;
  close(): Promise<void>;
}

export const peerKey = 'rk_test_51NoSecretOfAnybody';

const refusal = (status: number, type: string, more: object = {}): StripeAnswer => ({
  status,
  body: { error: { type, message: 'Refused.', ...more } },
});

/** Answers in the shape of Stripe's when it is overrun, at work on the same object, broken, or knows no such id. */
export const limited = refusal(429, 'invalid_request_error', { code: 'rate_limit' });
export const locked = refusal(429, 'invalid_request_error', { code: 'lock_timeout' });
export const unknown = refusal(404, 'invalid_request_error', { code: 'resource_missing' });
export const broken = refusal(500, 'api_error');

/** Ids such as `cs_test_a1…`: the count of all, as letters and digits. */
function createIds() {
  let count = 0;
  return (prefix: string) => {
    count += 1;
    return `${prefix}_a1${String(count).padStart(8, 'Q')}Zk`;
  };
}

function send(response: ServerResponse, { status, body, headers }: StripeAnswer): void {
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  const own = { 'content-type': 'application/json', 'request-id': 'req_peer' };
  response.writeHead(status, { ...own, ...headers }).end(json);
}

function spoil(response: ServerResponse, fault: Fault): void {
  if (fault === 'cut' || fault === 'unheard') response.destroy();
  if (fault !== 'cut_amid') return;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"id":', () => response.destroy());
}

async function readRequest(request: IncomingMessage): Promise<StripeRequest> {
  const { method = 'GET', headers, url = '/' } = request;
  const [path = '', query = ''] = url.split('?');
  const raw = method === 'GET' ? query : await text(request);
  return { method, path: path.replace(/^\/v1/, ''), headers, form: parseForm(raw) };
}

function createAnswers(world: PeerWorld) {
  const once = createKeys(world.clock);
  return async (request: StripeRequest): Promise<StripeAnswer> => {
    const { method, path, headers, form } = request;
    if (headers.authorization !== `Bearer ${peerKey}`) {
      return refusal(401, 'invalid_request_error');
    }
    try {
      return await once(request, async () => {
        // Others may come meanwhile.
        await soon();
        return { status: 200, body: perform(world, method, path, form) };
      });
    } catch (error) {
      if (error instanceof Refused) return error.answer;
      throw error;
    }
  };
}

export async function startStripePeer(clock: Clock): Promise<StripePeer> {
  const events: StripeEvent[] = [];
  const newId = createIds();
  const emit = (type: string, object: object) => {
    const created = secondsOf(clock);
    const head = { id: newId('evt'), object: 'event', api_version: '2026-10-28.endive', created };
    const event = { ...head, data: { object }, livemode: false, pending_webhooks: 1, type };
    const rawBody = Buffer.from(JSON.stringify(event, null, 2));
    events.push({ id: event.id, type, rawBody });
    peer.onEvent({ id: event.id, type, rawBody });
  };
  let requests: StripeRequest[] = [];
  let scripts: Script[] = [];
  const scripted = (call: string) =>
    scripts.find((each) => call.includes(each.call) && each.answers.length > 0)?.answers.shift();

  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    requests.push(request);
    const next = scripted(`${request.method} ${request.path}`);
    if (typeof next === 'object') return send(response, next);
    const answer = next && next !== 'unheard' ? null : await answers(request);
    if (next) spoil(response, next);
    else if (answer) send(response, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const world: PeerWorld = {
    account: newAccount(),
    clock,
    origin: `http://127.0.0.1:${port}`,
    settings: { refundsStart: 'succeeded', lag: 0 },
    newId,
    emit,
  };
  const answers = createAnswers(world);
  const peer: StripePeer = {
    ...createPayer(world),
    api: { protocol: 'http', host: '127.0.0.1', port },
    world,
    get requests() {
      return requests;
    },
    events,
    onEvent: () => undefined,
    script: (call, ...outcomes) => void scripts.push({ call, answers: outcomes }),
    asked: () =>
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
