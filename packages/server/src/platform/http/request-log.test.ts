import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../telemetry/logging.ts';
import { createHttpApp } from './app.ts';

/** Sends requests to these addresses and returns their log lines, at the most detailed level. */
async function collectLogLines(urls: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line: string) => lines.push(line) });
  const app = await createHttpApp({ log, https: false, trustedProxies: null });
  app.get('/discord/callback', async () => 'ok');
  app.get('/broken', async () => {
    throw new Error('a bug');
  });
  for (const url of urls) await app.inject({ method: 'GET', url });
  await app.close();
  return lines.join('');
}

describe('the log of requests', () => {
  it('logs the route but nothing of the URL', async () => {
    const secretQuery = 'code=s3cr3t-code&state=s3cr3t-state';
    const log = await collectLogLines([
      `/discord/callback?${secretQuery}`,
      `/nowhere?${secretQuery}`,
      `/broken?${secretQuery}`,
      `/%zz?${secretQuery}`,
    ]);
    expect(log).toContain('"route":"/discord/callback"');
    expect(log).toContain('a bug');
    expect(log).not.toContain('s3cr3t');
  });
});

describe('a body that ends before it is whole', () => {
  /**
   * Sends these bytes as a request, after which the client disconnects or stays, and returns the log lines at `warn`
   * and above.
   */
  async function collectWarnings(body: string, client: 'gone' | 'there'): Promise<string[]> {
    const lines: string[] = [];
    const log = createLogger('warn', { write: (line: string) => lines.push(line) });
    const app = await createHttpApp({ log, https: false, trustedProxies: null });
    app.post('/api/x', async () => 'ok');
    const requestBegun = new Promise<void>((resolve) =>
      app.addHook('preParsing', async () => resolve()),
    );
    const requestAnswered = new Promise((resolve) =>
      app.addHook('onSend', async () => resolve(null)),
    );
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(body));
    socket.on('error', () => undefined);
    await requestBegun;
    if (client === 'gone') socket.destroy();
    await requestAnswered;
    socket.destroy();
    await app.close();
    return lines;
  }
  const requestHead = 'POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';

  it.each([
    ['given up by its client', `${requestHead}Content-Length: 9\r\n\r\n{`, 'gone'],
    [
      'in chunks that are none',
      `${requestHead}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\nzz`,
      'there',
    ],
  ] as const)('is not logged as an error of the server: %s', async (_, body, client) => {
    expect(await collectWarnings(body, client)).toEqual([]);
  });
});
