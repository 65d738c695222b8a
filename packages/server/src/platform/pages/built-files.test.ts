import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { noMeter } from '../../ports/meter.ts';
import { noTracer } from '../../ports/tracer.ts';
import { instrumentRequests } from '../http/instrument-requests.ts';
import { mountFiles } from './built-files.ts';

/** Has an application serve these files, each with its content, from a folder of their own. */
async function serving(
  files: Readonly<Record<string, string>>,
  use: (app: FastifyInstance, mount: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const client = await mkdtemp(join(tmpdir(), 'guilda-files-'));
  const app = Fastify();
  try {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(client, name)), { recursive: true });
      await writeFile(join(client, name), content);
    }
    await use(app, () => mountFiles(app, client));
  } finally {
    await app.close();
    await rm(client, { recursive: true, force: true });
  }
}

test('files of one folder count as one route: every build names them anew', async () => {
  const names = ['sw.js', 'assets/a-1.js', 'assets/b-2.js', 'art/selos/c.svg'];
  await serving(Object.fromEntries(names.map((name) => [name, name])), async (app, mount) => {
    const routes = new Set<unknown>();
    const meter = {
      ...noMeter,
      time: (_: unknown, { route }: object & { route?: unknown }) => void routes.add(route),
    };
    instrumentRequests(app, { meter, tracer: noTracer });
    await mount();
    for (const name of names) {
      const answer = await app.inject(`/${name}`);
      expect(answer.body).toBe(name);
    }
    await expect.poll(() => [...routes].sort()).toEqual(['/art/*', '/assets/*', '/sw.js']);
  });
});

test('a file comes as the build has compressed it, by its own name alone', async () => {
  const files = { 'sw.js': 'plain', 'sw.js.br': 'brotli', 'sw.js.gz': 'gzip' };
  await serving(files, async (app, mount) => {
    await mount();
    const ask = (url: string, encodings: string) =>
      app.inject({ url, headers: { 'accept-encoding': encodings } });
    const answer = await ask('/sw.js', 'gzip, deflate, br');
    expect(answer.body).toBe('brotli');
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'no-cache',
      'content-security-policy': expect.any(String),
      vary: 'accept-encoding',
    });
    expect((await ask('/sw.js', 'gzip')).body).toBe('gzip');
    expect((await ask('/sw.js', 'identity')).body).toBe('plain');
    expect((await ask('/sw.js.br', 'br')).statusCode).toBe(404);
  });
});
