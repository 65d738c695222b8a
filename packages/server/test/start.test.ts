import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { withClient } from './template.ts';

const program = fileURLToPath(new URL('./bare-program.ts', import.meta.url));

/** Starts the program, which ends by itself; what it said and how it ended. */
async function failingStart(settings: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'guilda-start-'));
  const base = { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir };
  const child = spawn(process.execPath, [program], { env: { ...base, ...settings } });
  const [told, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  await rm(dataDir, { recursive: true, force: true });
  return { told: told.trim(), code };
}

describe('a start that cannot be', () => {
  it.each(['127.0.0.1', 'localhost'])(
    'tells in one line that the database at %s does not answer',
    async (host) => {
      const { told, code } = await failingStart({
        DATABASE_URL: `postgres://ana:segredo@${host}:${await freePort()}/loja`,
      });
      expect(code).toBe(1);
      expect(told).toMatch(
        /^Não foi possível usar o banco de dados de DATABASE_URL: .*ECONNREFUSED.*$/,
      );
      expect(told).not.toContain('segredo');
    },
  );

  it('tells in one line that the database gives too few connections', async () => {
    const database = await createTestDatabase();
    const url = new URL(database.url);
    const owner = decodeURIComponent(url.username);
    await withClient(database.url, (client) =>
      client.query(
        `CREATE ROLE guilda_few LOGIN PASSWORD 'pouco' CONNECTION LIMIT 1 IN ROLE "${owner}"`,
      ),
    );
    url.username = 'guilda_few';
    url.password = 'pouco';
    const { told, code } = await failingStart({ DATABASE_URL: url.href });
    await withClient(database.url, (client) => client.query('DROP ROLE guilda_few'));
    await database.drop();
    expect(code).toBe(1);
    expect(told).toMatch(
      /^Não foi possível usar o banco de dados de DATABASE_URL: too many connections .*$/,
    );
  });

  it('tells in one line, after some seconds, that Redis does not answer', async () => {
    const database = await createTestDatabase();
    const { told, code } = await failingStart({
      DATABASE_URL: database.url,
      REDIS_URL: `redis://:segredo@127.0.0.1:${await freePort()}/1`,
    });
    await database.drop();
    expect(code).toBe(1);
    expect(told).toMatch(/^Não foi possível usar o Redis de REDIS_URL: .*ECONNREFUSED.*$/);
    expect(told).not.toContain('segredo');
  });
});
