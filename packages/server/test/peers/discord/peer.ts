import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createDiscordState, discordResponseTo } from './discord-state.ts';
import type { DiscordResponse, DiscordState, ReceivedDiscordRequest } from './discord-types.ts';

/**
 * A fault instead of an answer: no answer, or a connection that ends before (`cut`) or within (`cut_amid`) the answer.
 * `answer_lost` executes the request and then ends the connection.
 */
type PeerFault = 'silent' | 'cut' | 'cut_amid' | 'answer_lost';

interface PeerScript {
  readonly call: string;
  readonly answers: (DiscordResponse | PeerFault)[];
}

/** A fake Discord on loopback with the documented behaviour that Guilda uses. */
export interface DiscordPeer {
  /** Base URL without the API version, as the adapter expects it. */
  readonly apiBase: string;
  readonly state: DiscordState;
  readonly requests: readonly ReceivedDiscordRequest[];
  /**
   * Sets the reactions to the next requests whose `METHOD /path` contains `call`; later requests are answered normally.
   */
  script(call: string, ...answers: (DiscordResponse | PeerFault)[]): void;
  /** Received requests as `METHOD /path`, without ids. */
  receivedCalls(): string[];
  /** Forgets all requests and scripts. */
  forget(): void;
  close(): Promise<void>;
}

/** A refusal in Discord's format. */
export const discordError = (
  status: number,
  code: number,
  moreErrorFields: object = {},
): DiscordResponse => ({
  status,
  body: { message: 'Refused', code, ...moreErrorFields },
});

/** A 429 answer in Discord's format. */
export const rateLimited = (
  seconds: number,
  headers: Record<string, string> = {},
): DiscordResponse => ({
  status: 429,
  body: { message: 'You are being rate limited.', retry_after: seconds, global: false },
  headers: { 'retry-after': `${seconds}`, 'x-ratelimit-scope': 'user', ...headers },
});

function parseBody(headers: IncomingHttpHeaders, rawBody: string): ReceivedDiscordRequest['body'] {
  if (rawBody === '') return null;
  const type = headers['content-type'];
  if (type === 'application/json') return JSON.parse(rawBody);
  if (type === 'application/x-www-form-urlencoded') {
    return Object.fromEntries(new URLSearchParams(rawBody));
  }
  throw new Error(`a body of type ${type}`);
}

function sendResponse(response: ServerResponse, { status, body, headers }: DiscordResponse): void {
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(json);
}

function breakResponse(response: ServerResponse, fault: PeerFault): void {
  if (fault === 'cut' || fault === 'answer_lost') response.destroy();
  if (fault !== 'cut_amid') return;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
  response.write('{"id":', () => response.destroy());
}

export async function startDiscordPeer(): Promise<DiscordPeer> {
  const state = createDiscordState();
  let requests: ReceivedDiscordRequest[] = [];
  let scripts: PeerScript[] = [];
  const nextScriptedAnswer = (call: string) =>
    scripts
      .find((peerScript) => call.includes(peerScript.call) && peerScript.answers.length > 0)
      ?.answers.shift();

  const server = createServer(async (request, response) => {
    const { method = 'GET', headers, url = '/' } = request;
    const body = parseBody(headers, await text(request));
    const path = url.startsWith('/api/v10/')
      ? decodeURIComponent(url.slice('/api/v10'.length))
      : `?${url}`;
    const peerRequest = { method, path, headers, body };
    requests.push(peerRequest);
    const scriptedAnswer = nextScriptedAnswer(`${method} ${path}`);
    if (typeof scriptedAnswer === 'object') return sendResponse(response, scriptedAnswer);
    const answer =
      scriptedAnswer && scriptedAnswer !== 'answer_lost'
        ? null
        : discordResponseTo(state, peerRequest);
    if (scriptedAnswer) breakResponse(response, scriptedAnswer);
    else if (answer) sendResponse(response, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    state,
    get requests() {
      return requests;
    },
    script: (call, ...answers) => scripts.push({ call, answers }),
    receivedCalls: () =>
      requests.map(({ method, path }) => `${method} ${path.replaceAll(/\/\d+(?=\/|$)/g, '/:id')}`),
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
}
