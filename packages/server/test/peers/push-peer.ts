import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createPushBrowser, type PushBrowser } from '../fixtures/clients/push-browser.ts';
import { loopbackCertificate } from '../fixtures/server/loopback-certificate.ts';

/** A request that the push service received. */
export interface PushRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface PushAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
}

/** A push service on loopback over https. */
export interface PushPeer {
  /** Host and port. */
  readonly host: string;
  readonly origin: string;
  readonly requests: readonly PushRequest[];
  /** Creates a browser that is subscribed to this push service. */
  browser(): PushBrowser;
  /** Decrypted messages that a browser has received so far. */
  readBy(browser: PushBrowser): unknown[];
  /** Sets the statuses of the next answers, in turn; the last one stays. 201 by default. */
  answer(...answers: PushAnswer[]): void;
  close(): Promise<void>;
}

export async function startPushPeer(): Promise<PushPeer> {
  const requests: PushRequest[] = [];
  let answers: PushAnswer[] = [{ status: 201 }];
  const server = createServer(loopbackCertificate(), async (request, response) => {
    const body = await buffer(request);
    requests.push({ path: request.url ?? '', headers: request.headers, body });
    const { status, headers = {} } = (answers.length > 1 ? answers.shift() : answers[0]) ?? {
      status: 500,
    };
    response.writeHead(status, headers).end();
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const origin = `https://${host}`;
  return {
    host,
    origin,
    requests,
    browser: () => createPushBrowser(`${origin}/push/${randomUUID()}`),
    readBy: ({ subscription, read }) =>
      requests
        .filter(({ path }) => origin + path === subscription.endpoint)
        .map(({ body }) => read(body)),
    answer: (...newAnswers) => {
      answers = newAnswers;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
