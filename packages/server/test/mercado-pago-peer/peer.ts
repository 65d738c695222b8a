import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Clock } from '../../src/ports/clock.ts';
import type { WebhookRequest } from '../../src/ports/webhook.ts';
import { answerOf } from './answers.ts';
import type { PeerAnswer, PeerPreference, PeerRequest } from './parts.ts';
import { dated, mercadoPagoWorld } from './world.ts';

export const peerToken = 'APP_USR-token-of-the-tests';
export const peerSecret = 'webhook-secret-of-the-tests';

/**
 * Instead of an answer: nothing at all, an end before it; `unheard` is done all the same, `through` is
 * answered as it should.
 */
type PeerFault = 'silent' | 'cut' | 'unheard' | 'through';

export type MercadoPagoPeer = Awaited<ReturnType<typeof startMercadoPagoPeer>>;

/** Signs as their documentation describes it, apart from how we read it. */
export function signatureOf(id: string | undefined, requestId: string, ts: string): string {
  const manifest = `${id === undefined ? '' : `id:${id};`}request-id:${requestId};ts:${ts};`;
  return `ts=${ts},v1=${createHmac('sha256', peerSecret).update(manifest).digest('hex')}`;
}

function send(response: ServerResponse, { status, body, headers }: PeerAnswer): void {
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(json);
}

/** A notification of a kind about a thing, as it would be sent now. */
export function noticeOf(at: Date, kind: string, id: string): WebhookRequest {
  const requestId = randomUUID();
  const [api_version, live_mode, user_id] = ['v1', true, '1165071449'];
  const body = { id: 12345, live_mode, type: kind, date_created: dated(at), user_id, api_version };
  const seconds = String(Math.floor(at.getTime() / 1000));
  return {
    headers: {
      'content-type': 'application/json',
      'x-request-id': requestId,
      'x-signature': signatureOf(id, requestId, seconds),
    },
    rawBody: Buffer.from(JSON.stringify({ ...body, action: `${kind}.updated`, data: { id } })),
    query: { 'data.id': id, type: kind },
  };
}

/** Sends a notification where a preference asks for it; answers the status it met, 0 for none. */
async function deliver(address: string, notice: WebhookRequest): Promise<number> {
  const url = new URL(address);
  for (const [name, value] of Object.entries(notice.query)) {
    url.searchParams.set(name, String(value));
  }
  const headers = notice.headers as Record<string, string>;
  const body = new Uint8Array(notice.rawBody);
  return fetch(url, { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => 0,
  );
}

/** Mercado Pago on loopback, as far as its documentation describes what we use of it. */
export async function startMercadoPagoPeer(clock: Clock) {
  const requests: PeerRequest[] = [];
  const scripts: { call: string; answers: (PeerAnswer | PeerFault)[] }[] = [];
  /** Notifications sent, each with what it met; in order, one after the other. */
  const delivered: { notice: WebhookRequest; status: number }[] = [];
  let sending: Promise<void> = Promise.resolve();
  const notify = (preference: PeerPreference, kind: string, id: string) => {
    const notice = noticeOf(clock.now(), kind, id);
    sending = sending.then(async () => {
      delivered.push({ notice, status: await deliver(preference.notification_url, notice) });
    });
  };
  const world = mercadoPagoWorld(clock, notify);
  const scripted = (call: string) =>
    scripts.find((each) => call.includes(each.call) && each.answers.length > 0)?.answers.shift();

  const server = createServer(async (request, response) => {
    const { method = 'GET', headers, url = '/' } = request;
    const { pathname: path, searchParams } = new URL(url, 'http://peer');
    const raw = await text(request);
    const body = raw === '' ? {} : (JSON.parse(raw) as PeerRequest['body']);
    const asked = { method, path, query: Object.fromEntries(searchParams), headers, body };
    requests.push(asked);
    const next = scripted(`${method} ${path}`);
    if (typeof next === 'object') return send(response, next);
    if (next === 'silent') return;
    if (next === 'cut') return void response.destroy();
    const answer = answerOf(world, asked, peerToken);
    if (next === 'unheard') return void response.destroy();
    send(response, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    world,
    requests,
    delivered,
    /** How requests whose `METHOD /path` contains `call` are met, in turn; afterwards as they should. */
    script: (call: string, ...answers: (PeerAnswer | PeerFault)[]) =>
      void scripts.push({ call, answers }),
    /** Until every notification has been delivered. */
    idle: async () => {
      for (let seen: unknown; seen !== sending; await sending) seen = sending;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
