import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { settings } from '../../../src/config/settings.ts';
import { findFreePort } from '../../../src/platform/network/free-port.ts';
import { inheritedEnvironment } from '../../fixtures/server/inherited-environment.ts';
import { operatorSecrets, productionSettings } from '../../fixtures/server/production-settings.ts';
import { withClient } from '../../fixtures/server/template-database.ts';
import { createTestDatabase } from '../../fixtures/server/test-database.ts';

const repositoryRoot = fileURLToPath(new URL('../../../../..', import.meta.url));
const bareProgram = fileURLToPath(new URL('../../programs/bare-program.ts', import.meta.url));

/** Settings that production accepts; no service that they name is called. */
async function productionEnv(homeFolder: string, url?: string) {
  const databaseUrl = url ?? `postgres://ana:segredo@127.0.0.1:${await findFreePort()}/loja`;
  const location = { home: homeFolder, databaseUrl };
  const externalUrls = {
    issuerUrl: 'https://id.example',
    smtpUrl: 'smtps://ana:segredo@mail.example',
  };
  return productionSettings({ ...location, ...externalUrls, certificate: '' });
}

/** All settings that production requires. */
const neededNames = [...settings.filter((one) => one.needed).map(({ name }) => name), 'FILES_DIR'];

/** Starts the program, which must end by itself; returns its output, its exit code and the files it left. */
async function failingStart(settings: Record<string, string>, args = [bareProgram]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'guilda-start-'));
  const baseSettings = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir };
  const child = spawn(process.execPath, args, {
    env: { ...inheritedEnvironment(), ...baseSettings, ...settings },
  });
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  const leftFiles = await readdir(dataDir);
  await rm(dataDir, { recursive: true, force: true });
  return { message: message.trim(), code, leftFiles };
}

/** Code that a process preloads to simulate another machine: it replaces functions of `node:fs` and other modules. */
const onMachine = (code: string) => [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    import fs from 'node:fs'; import files from 'node:fs/promises'; import net from 'node:net';
    import { syncBuiltinESMExports } from 'node:module';
    ${code}; syncBuiltinESMExports();`)}`,
];

/** Simulates a machine on which only root may open port 80. */
const withoutPortRights = `const listen = net.Server.prototype.listen;
  net.Server.prototype.listen = function (port, ...rest) {
    if (port !== 80) return listen.call(this, port, ...rest);
    process.nextTick(() => this.emit('error', Object.assign(new Error('listen EACCES'), { code: 'EACCES' })));
    return this;
  }`;

/** Simulates disks with 100 MB of free space. */
const smallDisk = 'files.statfs = async () => ({ bavail: 100, bsize: 1024 * 1024 })';

/** Simulates a read-only checkout without built pages. */
const readOnlySources = `const { accessSync, existsSync } = fs;
  fs.existsSync = (path) => !String(path).endsWith('.sources') && existsSync(path);
  fs.accessSync = (path, mode) => {
    if (/packages.web/.test(path)) throw Object.assign(new Error('read-only'), { code: 'EROFS' });
    return accessSync(path, mode);
  }`;

describe('a first start that is impossible', () => {
  const npmEnv = { npm_lifecycle_event: 'start' };

  it('prints the allowed values of PORT', async () => {
    const { message, code, leftFiles } = await failingStart({ PORT: 'abc' });
    expect({ code, leftFiles }).toEqual({ code: 1, leftFiles: [] });
    expect(message.split('\n').slice(1)).toEqual([
      '  - PORT: use um número de 0 a 65535, como 3100',
    ]);
  });

  it('suggests a free port instead of a busy one, before anything is created', async () => {
    const busyServer = createServer().listen(await findFreePort(), '127.0.0.1');
    await once(busyServer, 'listening');
    const { port } = busyServer.address() as AddressInfo;
    const { message, code, leftFiles } = await failingStart({ PORT: `${port}`, ...npmEnv });
    busyServer.close();
    expect({ code, leftFiles }).toEqual({ code: 1, leftFiles: [] });
    expect(message).toMatch(
      new RegExp(`^A porta ${port} está ocupada por outro programa\\. .*: PORT=\\d+ npm start$`),
    );
  });

  it('suggests another port instead of one that needs privileges', async () => {
    const args = [...onMachine(withoutPortRights), bareProgram];
    const { message, code, leftFiles } = await failingStart({ PORT: '80', ...npmEnv }, args);
    expect({ code, leftFiles }).toEqual({ code: 1, leftFiles: [] });
    expect(message).toMatch(
      /^Só quem administra este computador pode abrir a porta 80\. .*: PORT=3\d+ npm start$/,
    );
  });

  it('says that the address belongs to another machine', async () => {
    const { message, code } = await failingStart({ HOST: '192.0.2.1' });
    expect({ message, code }).toEqual({
      message: '192.0.2.1 não é um endereço deste computador. Corrija HOST ou apague-o.',
      code: 1,
    });
  });

  it('says that the disk has too little space, before anything is created', async () => {
    const { message, code, leftFiles } = await failingStart(npmEnv, [
      ...onMachine(smallDisk),
      bareProgram,
    ]);
    expect({ code, leftFiles }).toEqual({ code: 1, leftFiles: [] });
    expect(message).toMatch(
      /^Falta espaço em .*: .* 300 MB e há 100 MB\. .*: DATA_DIR=\/outra\/pasta npm start$/,
    );
  });

  it('says that the pages cannot be built in this folder, before anything is made', async () => {
    const guardScript = join(repositoryRoot, 'scripts', 'run.mjs');
    const args = [...onMachine(readOnlySources), guardScript, 'scripts/start.ts'];
    const { message, code, leftFiles } = await failingStart(npmEnv, args);
    expect({ code, leftFiles }).toEqual({ code: 1, leftFiles: [] });
    expect(message).toMatch(/^Não é possível escrever em .*packages.web, .*npm run build.*$/);
  });
});

describe('a start', () => {
  it('prints the next steps at the end', async () => {
    const database = await createTestDatabase();
    const PORT = `${await findFreePort()}`;
    const dataDir = await mkdtemp(join(tmpdir(), 'guilda-start-'));
    const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, SEED_DEMO: '0', PORT };
    const child = spawn(process.execPath, [bareProgram], {
      env: { ...inheritedEnvironment(), HOST: '127.0.0.1', ...env },
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await vi.waitUntil(() => output.includes('Ctrl+C'), { timeout: 150_000 });
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    await rm(dataDir, { recursive: true, force: true });
    await database.drop();
    expect(code).toBe(0);
    const baseUrl = `http://localhost:${PORT}`;
    expect(output.trim().split(/\n\s*/)).toEqual([
      `Guilda em ${baseUrl}`,
      'Entre como MiraFina77 (vende), PudimHeadshot (compra) ou Dona_Crit (administra).',
      `Administração: ${baseUrl}/admin, como Dona_Crit`,
      `E-mails que a Guilda envia: ${baseUrl}/dev/outbox`,
      'Ctrl+C encerra.',
    ]);
  });
});

describe('a start that is impossible', () => {
  it.each(['127.0.0.1', 'localhost'])(
    'reports in one line that the database at %s does not answer',
    async (host) => {
      const { message, code } = await failingStart({
        DATABASE_URL: `postgres://ana:segredo@${host}:${await findFreePort()}/loja`,
      });
      expect(code).toBe(1);
      expect(message).toMatch(
        /^Não foi possível usar o banco de dados de DATABASE_URL: .*ECONNREFUSED.*$/,
      );
      expect(message).not.toContain('segredo');
    },
  );

  it('reports in one line that the database allows too few connections', async () => {
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
    const { message, code } = await failingStart({ DATABASE_URL: url.href });
    await withClient(database.url, (client) => client.query('DROP ROLE guilda_few'));
    await database.drop();
    expect(code).toBe(1);
    expect(message).toMatch(
      /^Não foi possível usar o banco de dados de DATABASE_URL: too many connections .*$/,
    );
  });

  it('reports in one line, after some seconds, that Redis does not answer', async () => {
    const database = await createTestDatabase();
    const { message, code } = await failingStart({
      DATABASE_URL: database.url,
      REDIS_URL: `redis://:segredo@127.0.0.1:${await findFreePort()}/1`,
    });
    await database.drop();
    expect(code).toBe(1);
    expect(message).toMatch(/^Não foi possível usar o Redis de REDIS_URL: .*ECONNREFUSED.*$/);
    expect(message).not.toContain('segredo');
  });
});

describe('production', () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'guilda-start-'));
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  it('names all missing settings at once', async () => {
    const { message, code } = await failingStart({ NODE_ENV: 'production' });
    expect(code).toBe(1);
    const [head, ...lines] = message.split('\n');
    expect(head).toBe('A Guilda não pode começar com estas configurações:');
    expect(
      lines.map((line) => /^ {2}- (\w+) é obrigatória em produção/.exec(line)?.[1]).sort(),
    ).toEqual([...neededNames].sort());
  });

  it('refuses sandboxes, http, weak secrets and malformed settings, with one line each and without secrets', async () => {
    const { message, code } = await failingStart({
      ...(await productionEnv(home)),
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
    const [, ...lines] = message.split('\n');
    const invalidNames =
      'PUBLIC_URL OIDC_ISSUER PAYMENT_PROVIDER TOKEN_SECRET SMTP_URL DATABASE_URL';
    expect(lines.map((line) => /^ {2}- ([A-Z_]+)\b/.exec(line)?.[1]).sort()).toEqual(
      invalidNames.split(' ').sort(),
    );
    expect(message).not.toMatch(/segredo|@|\bat /);
  });

  it('reports in one line for each folder that it cannot be written', async () => {
    const pathBelowFile = (name: string) => join(home, 'authority.pem', name);
    const folders = { DATA_DIR: pathBelowFile('data'), FILES_DIR: pathBelowFile('files') };
    const { message, code } = await failingStart({ ...(await productionEnv(home)), ...folders });
    expect(code).toBe(1);
    expect(message.split('\n').slice(1)).toEqual(
      Object.entries(folders).map(
        ([name, path]) =>
          `  - ${name} (${path}): não é possível escrever nesta pasta; escolha outra`,
      ),
    );
  });

  it('refuses a database that can lose acknowledged data in a power failure, and does not change it', async () => {
    const database = await createTestDatabase({ empty: true });
    await withClient(database.url, (client) =>
      client.query(
        `DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET synchronous_commit = off'; END $$`,
      ),
    );
    const { message, code } = await failingStart(await productionEnv(home, database.url));
    const tableRows = await withClient(database.url, async (client) => {
      const { rows } = await client.query(`SELECT to_regclass('public.migrations') AS migrations`);
      return rows;
    });
    await database.drop();
    expect(code).toBe(1);
    expect(message).toBe(
      'O PostgreSQL de DATABASE_URL esquece o que confirmou quando falta energia: fsync e synchronous_commit em off.',
    );
    expect(tableRows).toEqual([{ migrations: null }]);
  });

  it('reports in one line, without its secrets, that the database does not answer', async () => {
    const { message, code } = await failingStart(await productionEnv(home));
    expect(code).toBe(1);
    expect(message).toMatch(
      /^Não foi possível usar o banco de dados de DATABASE_URL: .*ECONNREFUSED.*$/,
    );
    for (const secret of ['segredo', ...Object.values(operatorSecrets)]) {
      expect(message).not.toContain(secret);
    }
  });
});
