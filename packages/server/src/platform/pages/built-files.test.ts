import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { noMeter } from '../../ports/meter.ts';
import { noTracer } from '../../ports/tracer.ts';
import { watchRequests } from '../http/watch-requests.ts';
import { mountFiles } from './built-files.ts';

test('files of one folder count as one route: every build names them anew', async () => {
  const client = await mkdtemp(join(tmpdir(), 'guilda-files-'));
  const app = Fastify();
  try {
    await mkdir(join(client, 'art', 'selos'), { recursive: true });
    await mkdir(join(client, 'assets'));
    const names = ['sw.js', 'assets/a-1.js', 'assets/b-2.js', 'art/selos/c.svg'];
    for (const name of names) await writeFile(join(client, name), name);
    const routes = new Set<unknown>();
    const meter = {
      ...noMeter,
      time: (_: unknown, { route }: object & { route?: unknown }) => void routes.add(route),
    };
    watchRequests(app, { meter, tracer: noTracer });
    await mountFiles(app, client);
    for (const name of names) {
      const answer = await app.inject(`/${name}`);
      expect(answer.body).toBe(name);
    }
    await expect.poll(() => [...routes].sort()).toEqual(['/art/*', '/assets/*', '/sw.js']);
  } finally {
    await app.close();
    await rm(client, { recursive: true, force: true });
  }
});
