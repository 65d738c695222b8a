import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Clock } from '../../../src/ports/clock.ts';
import type { WebhookRequest } from '../../../src/ports/webhook.ts';
import { respondToRequest } from './endpoints.ts';
import type {
  MercadoPagoResponse,
  PeerPreference,
  ReceivedMercadoPagoRequest,
} from './protocol.ts';
import { createMercadoPagoState, formatDate } from './state.ts';

export const peerToken = 'APP_USR-token-of-the-tests';
export const peerSecret = 'webhook-secret-of-the-tests';

/**
 * A fault instead of a response: no response, or a broken connection; `answer_lost` executes the request and breaks the
 * connection, `normal` answers normally.
 */
type PeerFault = 'silent' | 'cut' | 'answer_lost' | 'normal';

export type MercadoPagoPeer = Awaited<ReturnType<typeof startMercadoPagoPeer>>;

/** Signature of a webhook as documented, written independently of the adapter's code. */
export function signatureOf(resourceId: string | undefined, requestId: string, ts: string): string {
  const manifest = `${resourceId === undefined ? '' : `id:${resourceId};`}request-id:${requestId};ts:${ts};`;
  return `ts=${ts},v1=${createHmac('sha256', peerSecret).update(manifest).digest('hex')}`;
}

function sendResponse(
  response: ServerResponse,
  { status, body, headers }: MercadoPagoResponse,
): void {
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(json);
}

/** Creates a webhook about a resource, signed at `sentAt`. */
export function webhookOf(sentAt: Date, eventKind: string, resourceId: string): WebhookRequest {
  const requestId = randomUUID();
  const [api_version, live_mode, user_id] = ['v1', true, '1165071449'];
  const body = {
    id: 12345,
    live_mode,
    type: eventKind,
    date_created: formatDate(sentAt),
    user_id,
    api_version,
  };
  const seconds = String(Math.floor(sentAt.getTime() / 1000));
  return {
    headers: {
      'content-type': 'application/json',
      'x-request-id': requestId,
      'x-signature': signatureOf(resourceId, requestId, seconds),
    },
    rawBody: Buffer.from(
      JSON.stringify({ ...body, action: `${eventKind}.updated`, data: { id: resourceId } }),
    ),
    query: { 'data.id': resourceId, type: eventKind },
  };
}

/** Sends a webhook to the address of a preference; returns the status, or 0 without an answer. */
async function deliverWebhook(address: string, webhook: WebhookRequest): Promise<number> {
  const url = new URL(address);
  for (const [name, value] of Object.entries(webhook.query)) {
    url.searchParams.set(name, String(value));
  }
  const headers = webhook.headers as Record<string, string>;
  const body = new Uint8Array(webhook.rawBody);
  return fetch(url, { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => 0,
  );
}

/** A local server with the documented behaviour of Mercado Pago that Guilda uses. */
export async function startMercadoPagoPeer(clock: Clock) {
  const requests: ReceivedMercadoPagoRequest[] = [];
  const scripts: { call: string; answers: (MercadoPagoResponse | PeerFault)[] }[] = [];
  /** Webhooks that were sent, in order, each with the status of the answer. */
  const delivered: { webhook: WebhookRequest; status: number }[] = [];
  let sending: Promise<void> = Promise.resolve();
  const notify = (preference: PeerPreference, kind: string, id: string) => {
    const webhook = webhookOf(clock.now(), kind, id);
    sending = sending.then(async () => {
      delivered.push({
        webhook,
        status: await deliverWebhook(preference.notification_url, webhook),
      });
    });
  };
  const state = createMercadoPagoState(clock, notify);
  const nextScriptedAnswer = (call: string) =>
    scripts
      .find((peerScript) => call.includes(peerScript.call) && peerScript.answers.length > 0)
      ?.answers.shift();

  const server = createServer(async (request, response) => {
    const { method = 'GET', headers, url = '/' } = request;
    const { pathname: path, searchParams } = new URL(url, 'http://peer');
    const rawBody = await text(request);
    const body = rawBody === '' ? {} : (JSON.parse(rawBody) as ReceivedMercadoPagoRequest['body']);
    const peerRequest = { method, path, query: Object.fromEntries(searchParams), headers, body };
    requests.push(peerRequest);
    const scriptedAnswer = nextScriptedAnswer(`${method} ${path}`);
    if (typeof scriptedAnswer === 'object') return sendResponse(response, scriptedAnswer);
    if (scriptedAnswer === 'silent') return;
    if (scriptedAnswer === 'cut') return void response.destroy();
    const answer = respondToRequest(state, peerRequest, peerToken);
    if (scriptedAnswer === 'answer_lost') return void response.destroy();
    sendResponse(response, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    requests,
    delivered,
    /** Sets the responses, in order, to the next requests whose `METHOD /path` contains `call`. */
    script: (call: string, ...answers: (MercadoPagoResponse | PeerFault)[]) =>
      void scripts.push({ call, answers }),
    /** Resolves when every webhook has been delivered. */
    idle: async () => {
      for (let seenSending: unknown; seenSending !== sending; await sending) seenSending = sending;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
