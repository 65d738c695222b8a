import { describe, expect, it } from 'vitest';
import { createLogger } from '../logging.ts';
import { createHttpApp } from './app.ts';

/** What is logged of requests at these addresses, at the most talkative. */
async function loggedOf(urls: readonly string[]): Promise<string> {
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
  it('tells the route, and nothing of what the address says', async () => {
    const secrets = 'code=s3cr3t-code&state=s3cr3t-state';
    const log = await loggedOf([
      `/discord/callback?${secrets}`,
      `/nowhere?${secrets}`,
      `/broken?${secrets}`,
      `/%zz?${secrets}`,
    ]);
    expect(log).toContain('"route":"/discord/callback"');
    expect(log).toContain('a bug');
    expect(log).not.toContain('s3cr3t');
  });
});
