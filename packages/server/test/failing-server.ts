import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../src/platform/free-port.ts';

/** Status, body and headers of an answer. */
export type BadAnswer = readonly [number, string, Readonly<Record<string, string>>?];

/** A service that is broken in the ways given, in turn, and redirects to a working one between them. */
export async function startFailing(working: () => string, ways: readonly BadAnswer[]) {
  let call = 0;
  const server = createServer((request, response) => {
    const redirect: BadAnswer = [302, '', { location: working() + (request.url ?? '') }];
    const answers = [redirect, [200, 'hello'], [404, '<h1>not here</h1>'], ...ways] as const;
    const [status, body, headers] = answers[call % answers.length] ?? redirect;
    call += 1;
    request.resume();
    response.writeHead(status, headers).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An address at which nobody answers. */
export async function unreachable() {
  const port = await freePort();
  return { port, url: `http://127.0.0.1:${port}` };
}
