import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../src/config/settings.ts';
import { freePort } from '../src/platform/free-port.ts';
import { createTestDatabase } from './database.ts';
import { operatorSecrets, productionSettings } from './production-settings.ts';
import { withClient } from './template.ts';

const program = fileURLToPath(new URL('./bare-program.ts', import.meta.url));

/** Settings that production takes, but for what a test spoils; nothing in it is asked for anything. */
async function production(home: string, url?: string) {
  const databaseUrl = url ?? `postgres://ana:segredo@127.0.0.1:${await freePort()}/loja`;
  const house = { home, databaseUrl };
  const outside = { issuerUrl: 'https://id.example', smtpUrl: 'smtps://ana:segredo@mail.example' };
  return productionSettings({ ...house, ...outside, certificate: '' });
}

/** Every setting that production cannot do without. */
const needed = [...settings.filter((one) => one.needed).map(({ name }) => name), 'FILES_DIR'];

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

describe('production', () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'guilda-start-'));
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  it('names at once all that it lacks', async () => {
    const { told, code } = await failingStart({ NODE_ENV: 'production' });
    expect(code).toBe(1);
    const [head, ...lines] = told.split('\n');
    expect(head).toBe('A Guilda não pode começar com estas configurações:');
    expect(
      lines.map((line) => /^ {2}- (\w+) é obrigatória em produção/.exec(line)?.[1]).sort(),
    ).toEqual([...needed].sort());
  });

  it('refuses sandboxes, http, weak secrets and what is malformed, a line each and no secret', async () => {
    const { told, code } = await failingStart({
      ...(await production(home)),
      PUBLIC_URL: 'http://guilda.example',
      OIDC_ISSUER: 'http://id.example',
      PAYMENT_PROVIDER: 'demo',
      TOKEN_SECRET_FILE: '',
      TOKEN_SECRET: 'segredosegredosegredosegredosegredo',
      SMTP_URL_FILE: '',
      SMTP_URL: 'https://ana:segredo@mail.example',
      DATABASE_URL_FILE: '',
      DATABASE_URL: 'mysql://ana:segredo@banco.example/loja',
    });
    expect(code).toBe(1);
    const [, ...lines] = told.split('\n');
    const wrong = 'PUBLIC_URL OIDC_ISSUER PAYMENT_PROVIDER TOKEN_SECRET SMTP_URL DATABASE_URL';
    expect(lines.map((line) => /^ {2}- ([A-Z_]+)\b/.exec(line)?.[1]).sort()).toEqual(
      wrong.split(' ').sort(),
    );
    expect(told).not.toMatch(/segredo|@|\bat /);
  });

  it('tells in a line each that it cannot write to its folders', async () => {
    const below = (name: string) => join(home, 'authority.pem', name);
    const folders = { DATA_DIR: below('data'), FILES_DIR: below('files') };
    const { told, code } = await failingStart({ ...(await production(home)), ...folders });
    expect(code).toBe(1);
    expect(told.split('\n').slice(1)).toEqual(
      Object.entries(folders).map(
        ([name, path]) => `  - ${name} (${path}): não é possível escrever nesta pasta`,
      ),
    );
  });

  it('refuses a database that forgets with the power what it acknowledged, and changes nothing in it', async () => {
    const database = await createTestDatabase({ empty: true });
    await withClient(database.url, (client) =>
      client.query(
        `DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET synchronous_commit = off'; END $$`,
      ),
    );
    const { told, code } = await failingStart(await production(home, database.url));
    const tables = await withClient(database.url, async (client) => {
      const { rows } = await client.query(`SELECT to_regclass('public.migrations') AS migrations`);
      return rows;
    });
    await database.drop();
    expect(code).toBe(1);
    expect(told).toBe(
      'O PostgreSQL de DATABASE_URL esquece o que confirmou quando falta energia: fsync e synchronous_commit em off.',
    );
    expect(tables).toEqual([{ migrations: null }]);
  });

  it('tells in one line, without its secrets, that the database does not answer', async () => {
    const { told, code } = await failingStart(await production(home));
    expect(code).toBe(1);
    expect(told).toMatch(
      /^Não foi possível usar o banco de dados de DATABASE_URL: .*ECONNREFUSED.*$/,
    );
    for (const secret of ['segredo', ...Object.values(operatorSecrets)]) {
      expect(told).not.toContain(secret);
    }
  });
});
