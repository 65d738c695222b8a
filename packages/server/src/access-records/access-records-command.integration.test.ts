import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zstdDecompressSync } from 'node:zlib';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileText } from '../../test/fixtures/checks/exported-data.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../test/fixtures/server/test-app.ts';
import { backupCommand } from '../backup/commands/backup-command.ts';
import { formatAccessRecords } from '../modules/access-records/access-record.ts';
import { encryptText } from '../modules/access-records/encrypt-records.ts';
import { systemIds } from '../ports/ids.ts';
import { accessRecordsCommand } from './access-records-command.ts';

let app: TestApp;
let homeFolder: string;
let keyFile: string;
let recipientKey: string;
let ana: TestPerson;
let bia: TestPerson;
let commandEnvironment: Record<string, string>;

beforeAll(async () => {
  app = await startTestApp();
  homeFolder = await mkdtemp(join(tmpdir(), 'guilda-access-'));
  keyFile = join(homeFolder, 'key.txt');
  const identity = await generateIdentity();
  recipientKey = await identityToRecipient(identity);
  await writeFile(keyFile, `# a comment\n${identity}\n`);
  [ana, bia] = [await app.signIn('Ana'), await app.signIn('Bia')];
  const { rows } = await app.pool.query('SELECT current_database() AS name');
  const url = new URL(app.program.database.pool.options.connectionString ?? '');
  url.pathname = `/${rows[0].name}`;
  commandEnvironment = { DATABASE_URL: url.href, DATA_DIR: app.dataDir };
  for (const day of [1, 2, 3, 4]) await addBatch(recipientKey, day);
});
afterAll(async () => {
  await app.close();
  await rm(homeFolder, { recursive: true });
});

/** Stores a batch of access records of one day in November, one for each person; Ana's address is 203.0.113.DAY. */
async function addBatch(key: string, day: number): Promise<void> {
  const at = `2026-11-0${day}T02:00:00.000Z`;
  const accessOf = (uid: string, address: string) => ({
    at,
    uid,
    kind: 'write' as const,
    address,
    port: day,
  });
  const lines = formatAccessRecords([
    accessOf(ana.uid, `203.0.113.${day}`),
    accessOf(bia.uid, '198.51.100.1'),
  ]);
  await app.pool.query('INSERT INTO access_record_batches VALUES ($1, $2, $2, $3)', [
    systemIds.uuid(),
    at,
    await encryptText(lines, [key]),
  ]);
}

async function runAccessRecordsCommand(args: readonly string[], input: string | null = null) {
  const [printed, messages]: [string[], string[]] = [[], []];
  const code = await accessRecordsCommand({
    args,
    env: commandEnvironment,
    print: (line) => void printed.push(line),
    printLine: (line) => void messages.push(line),
    readInput: async () => input,
  });
  return { code, printed, said: messages.join('\n') };
}

const periodArguments = ['--from', '2026-11-01', '--to', '2026-11-02'];
const reasonArguments = ['--reason', 'Ofício 12/2026'];
const commandArguments = () => ['--person', ana.uid, ...periodArguments, ...reasonArguments];
const keyArguments = () => ['--identity', keyFile];

const readAuditEntries = async () =>
  (
    await app.pool.query(
      `SELECT subject_id AS uid, reason, actor_id AS actor FROM moderation_actions
       WHERE action = 'open_access_records' AND subject_kind = 'user'`,
    )
  ).rows;

/** Lines that the command prints for Ana and `periodArguments`. Days begin at 03:00 UTC, midnight in Brasília. */
const linesOfPeriod = [
  '2026-11-02T02:00:00.000Z  203.0.113.2  porta 2  escreveu',
  '2026-11-03T02:00:00.000Z  203.0.113.3  porta 3  escreveu',
];

describe('the command for access records', () => {
  it('opens the records of one person in a period, and writes this to the audit log', async () => {
    const countBefore = (await readAuditEntries()).length;
    const { code, printed } = await runAccessRecordsCommand([
      ...commandArguments(),
      ...keyArguments(),
    ]);
    expect({ code, printed }).toEqual({ code: 0, printed: linesOfPeriod });
    const log = await readAuditEntries();
    expect(log).toHaveLength(countBefore + 1);
    expect(log.at(-1)).toEqual({ uid: ana.uid, reason: 'Ofício 12/2026', actor: null });
  });

  it('reads the key from standard input, accepts a username and times, and prints CSV', async () => {
    const typedUsername = ana.user.username.toUpperCase();
    const periodArgs = ['--from', '2026-11-01T02:00Z', '--to', '2026-11-02T02:00:00Z'];
    const answer = await runAccessRecordsCommand(
      ['--person', typedUsername, ...periodArgs, ...reasonArguments, '--csv'],
      await readFile(keyFile, 'utf8'),
    );
    expect(answer.code).toBe(0);
    expect(answer.printed).toEqual([
      'quando (UTC),endereço,porta,acesso',
      '2026-11-01T02:00:00.000Z,203.0.113.1,1,escreveu',
    ]);
  });

  it('opens no record without the key, with another key, or without a reason, and logs nothing', async () => {
    const countBefore = (await readAuditEntries()).length;
    const otherIdentity = await generateIdentity();
    const refusals: [readonly string[], string | null, string][] = [
      [commandArguments(), null, 'Falta a chave privada'],
      [commandArguments(), '# nothing\n', 'Falta a chave privada'],
      [commandArguments(), recipientKey, 'não é uma chave privada'],
      [commandArguments(), otherIdentity, 'não abre'],
      [
        [...commandArguments(), '--identity', join(homeFolder, 'none')],
        null,
        'Falta a chave privada',
      ],
      [['--person', ana.uid, ...periodArguments, ...keyArguments()], null, 'Uso:'],
      [['--person', ana.uid, ...periodArguments, '--reason', ' ', ...keyArguments()], null, 'Uso:'],
      [
        ['--person', 'ninguem1', ...periodArguments, ...reasonArguments, ...keyArguments()],
        null,
        'Não há conta',
      ],
      [
        ['--person', ana.uid, '--from', '1/11', '--to', '2026-11-02', ...reasonArguments],
        otherIdentity,
        '--from',
      ],
      [
        ['--person', ana.uid, '--from', '2026-11-03', '--to', '2026-11-02', ...reasonArguments],
        otherIdentity,
        'vem antes',
      ],
    ];
    for (const [args, input, text] of refusals) {
      const { code, printed, said } = await runAccessRecordsCommand(args, input);
      expect({ args, code, printed }).toEqual({ args, code: 2, printed: [] });
      expect(said).toContain(text);
      expect(said).not.toContain('203.0.113');
    }
    expect(await readAuditEntries()).toHaveLength(countBefore);
  });

  it('opens only the records of the period from a batch that is longer', async () => {
    const times = ['10T02:59:59.999', '10T03:00:00.000', '11T02:59:59.999', '11T03:00:00.000'];
    const records = times.map((time, index) => ({
      at: `2026-11-${time}Z`,
      uid: ana.uid,
      kind: 'write' as const,
      address: '203.0.113.9',
      port: index + 1,
    }));
    await app.pool.query('INSERT INTO access_record_batches VALUES ($1, $2, $3, $4)', [
      systemIds.uuid(),
      ...[records[0]?.at, records[3]?.at],
      await encryptText(formatAccessRecords(records), [recipientKey]),
    ]);
    const day = ['--from', '2026-11-10', '--to', '2026-11-10'];
    const { printed } = await runAccessRecordsCommand([
      '--person',
      ana.uid,
      ...day,
      ...reasonArguments,
      ...keyArguments(),
    ]);
    expect(printed.map((line) => /porta \d/.exec(line)?.[0])).toEqual(['porta 2', 'porta 3']);
  });

  it('says how many batches need an earlier key', async () => {
    await addBatch(await identityToRecipient(await generateIdentity()), 3);
    const { code, printed, said } = await runAccessRecordsCommand([
      ...commandArguments(),
      ...keyArguments(),
    ]);
    expect({ code, printed }).toEqual({ code: 1, printed: linesOfPeriod });
    expect(said).toContain('1 lotes');
  });

  it('creates a key pair with a private key that only its owner can read, and overwrites no file', async () => {
    const file = join(homeFolder, 'new.txt');
    const makeKeyResult = await runAccessRecordsCommand(['--make-key', file]);
    expect(makeKeyResult).toMatchObject({ code: 0, printed: [expect.stringMatching(/^age1\w+$/)] });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toMatch(/^# public key: age1\w+\nAGE-SECRET-KEY-1\w+\n$/);
    expect(makeKeyResult.said).not.toContain('AGE-SECRET-KEY');
    expect(await runAccessRecordsCommand(['--make-key', file])).toMatchObject({
      code: 2,
      printed: [],
    });
  });
});

describe('an access record', () => {
  const copyOf = async (person: TestPerson) => {
    const response = await person.fetch('/api/users/me/export');
    const zip = Buffer.from(await response.arrayBuffer());
    return JSON.parse(fileText(zip, 'acessos.json'));
  };

  it('is in the data export of its person once it was opened for it, and in no other', async () => {
    expect(await copyOf(ana)).toEqual([]);
    const countBefore = (await readAuditEntries()).length;
    const { code, printed } = await runAccessRecordsCommand([
      ...commandArguments(),
      ...keyArguments(),
      '--for-copy',
    ]);
    // The exit code is 1 because one batch needs an earlier key. The opened records are in the data export, not printed.
    expect({ code, printed }).toEqual({ code: 1, printed: [] });
    expect(await readAuditEntries()).toHaveLength(countBefore + 1);
    expect(await copyOf(ana)).toEqual([
      { at: '2026-11-02T02:00:00.000Z', kind: 'write', address: '203.0.113.2', port: 2 },
      { at: '2026-11-03T02:00:00.000Z', kind: 'write', address: '203.0.113.3', port: 3 },
    ]);
    expect(await copyOf(bia)).toEqual([]);
    const { rows } = await app.pool.query('SELECT sealed FROM access_record_copies');
    expect(rows[0].sealed.toString('latin1')).not.toContain('203.0.113');
  });

  it('is in a backup only encrypted', async () => {
    const tables: Buffer[] = [];
    const writeOut = async (bytes: AsyncIterable<Uint8Array>) => {
      for await (const entry of Readable.from(bytes).pipe(extract())) {
        const content = await buffer(entry);
        if (entry.header.name.includes('access_record')) tables.push(zstdDecompressSync(content));
      }
      return 0;
    };
    const code = await backupCommand({
      args: ['--out', '-'],
      env: commandEnvironment,
      printLine: () => undefined,
      writeOut,
    });
    expect({ code, tables: tables.length }).toEqual({ code: 0, tables: 2 });
    const text = Buffer.concat(tables).toString('latin1');
    expect(text).toContain(Buffer.from('age-encryption.org').toString('hex'));
    for (const address of ['203.0.113', '198.51.100.1']) {
      expect(text).not.toContain(address);
      expect(text).not.toContain(Buffer.from(address).toString('hex'));
    }
  });

  it('is kept when the account is closed, except opened copies', async () => {
    const { status } = await ana.fetch('/api/users/delete', { method: 'DELETE' });
    expect(status).toBe(204);
    expect((await app.pool.query('SELECT FROM access_record_copies')).rowCount).toBe(0);
    expect(
      (await runAccessRecordsCommand([...commandArguments(), ...keyArguments()])).printed,
    ).toEqual(linesOfPeriod);
  });
});
