import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { renderFindings } from '../../test/fixtures/checks/doctor-findings.ts';
import { type S3, type S3Fault, startS3 } from '../../test/s3/server.ts';
import { validateSettings } from '../config/index.ts';
import { findFreePort } from '../platform/network/free-port.ts';
import { type Clock, systemClock } from '../ports/clock.ts';
import { backupFindings } from './backups.ts';
import { examineFiles } from './files.ts';

let homeFolder: string;
beforeAll(async () => {
  homeFolder = await mkdtemp(join(tmpdir(), 'guilda-doctor-'));
});
afterAll(() => rm(homeFolder, { recursive: true, force: true }));

describe('the check of the folder of files', () => {
  const diagnose = async (filesDir: string) =>
    renderFindings(
      await examineFiles(
        { bucket: null, filesDir, dataDir: homeFolder, minFreeDiskBytes: 0 },
        systemClock,
      ),
    );

  it('finds nothing wrong with a folder that exists or can be created, and creates none', async () => {
    for (const folder of [homeFolder, join(homeFolder, 'files', 'of', 'mine')]) {
      const { wrong, right } = await diagnose(folder);
      expect(wrong.filter((line) => !line.includes('disco'))).toEqual([]);
      expect(right).toContainEqual(expect.stringMatching(/FILES_DIR: (guardar|.* ainda não)/));
    }
    expect(await readdir(homeFolder)).toEqual([]);
  });

  it('reports the free space', async () => {
    expect((await diagnose(homeFolder)).text).toMatch(/Espaço livre: [\d.,]+ [KMGT]iB/);
  });

  it('finds a file at the path of the folder', async () => {
    const file = join(homeFolder, 'file');
    await writeFile(file, '');
    for (const path of [file, join(file, 'below')]) {
      expect((await diagnose(path)).wrong).toContain(
        `✗ FILES_DIR: não dá para escrever em ${file}.`,
      );
    }
    await rm(file);
  });

  it('finds a folder that may not be written to', async () => {
    const closedFolder = join(homeFolder, 'closed');
    await mkdir(closedFolder, { mode: 0o500 });
    // Root can write to every folder except those of special file systems such as `/proc`.
    const folder = process.getuid?.() === 0 ? '/proc' : closedFolder;
    expect((await diagnose(folder)).wrong).toContainEqual(expect.stringContaining(folder));
    await rm(closedFolder, { recursive: true });
  });
});

describe('the check of the bucket', () => {
  let s3: S3;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterEach(() => {
    s3.state.fault = null;
  });
  afterAll(() => s3.close());

  interface DiagnosisOptions {
    readonly bucket?: string;
    readonly endpoint?: string;
    readonly secret?: string;
    readonly clock?: Clock;
  }
  async function diagnose({
    clock = systemClock,
    secret = s3.keys.secret,
    ...change
  }: DiagnosisOptions = {}) {
    const keys = { id: s3.keys.id, secret };
    const location = {
      bucket: s3.bucket,
      endpoint: s3.url,
      region: 'us-east-1',
      directReads: false,
    };
    const bucket = { ...location, ...change, keys };
    const findings = renderFindings(
      await examineFiles(
        { bucket, filesDir: homeFolder, dataDir: homeFolder, minFreeDiskBytes: 0 },
        clock,
      ),
    );
    expect(findings.text).not.toContain(secret);
    return findings;
  }
  /** Creates a fault by which the fake bucket refuses the operation `name`. */
  const createRefusal =
    (name: string): S3Fault =>
    ({ operation, response }) => {
      if (operation !== name) return false;
      response.writeHead(403, { 'content-type': 'application/xml' });
      response.end('<Error><Code>AccessDenied</Code><Message>MARCA</Message></Error>');
      return true;
    };

  it('finds nothing wrong, and leaves no file in the bucket', async () => {
    const { wrong, right } = await diagnose();
    expect(wrong).toEqual([]);
    expect(right.slice(1)).toEqual([
      '✓ O bucket existe.',
      '✓ Guardar: funciona.',
      '✓ Perguntar o tamanho: funciona.',
      '✓ Ler um pedaço (Range): funciona.',
      '✓ Apagar: funciona.',
      '✓ Este computador e o bucket marcam a mesma hora.',
    ]);
    expect(s3.stored()).toEqual([]);
  });

  it.each([
    ['PutObject', ['✗ Guardar: o bucket recusa o acesso.']],
    ['HeadObject', ['✗ Perguntar o tamanho: o bucket recusa o acesso.']],
    ['GetObject', ['✗ Ler um pedaço (Range): o bucket recusa o acesso.']],
  ])('finds that %s is refused', async (operation, lines) => {
    s3.state.fault = createRefusal(operation);
    const { wrong, text } = await diagnose();
    expect(wrong).toEqual(lines);
    expect(text).not.toContain('MARCA');
    expect(s3.stored()).toEqual([]);
  });

  it('finds that no file can be removed, and names the file that stays', async () => {
    s3.state.fault = createRefusal('DeleteObject');
    const { wrong } = await diagnose();
    expect(wrong).toEqual([
      '✗ Apagar: o bucket recusa o acesso.',
      `✗ No bucket ficou o objeto ${s3.stored()[0]}.`,
    ]);
  });

  it('finds a store that does not support ranges', async () => {
    s3.state.fault = ({ operation, response }) => {
      if (operation !== 'GetObject') return false;
      response.writeHead(206, { 'content-range': 'bytes 0-12/13' }).end('guilda doctor');
      return true;
    };
    expect((await diagnose()).wrong).toEqual([expect.stringContaining('deu outra coisa')]);
  });

  it.each([
    ['a bucket name', { bucket: 'outro-balde' }, /Abrir: o bucket não existe/],
    ['a secret', { secret: 'segredo-MARCA' }, /Abrir: o bucket (recusa o acesso|não aceita)/],
  ])('finds %s that is wrong', async (_what, change, expectedText) => {
    expect((await diagnose(change)).wrong).toEqual([expect.stringMatching(expectedText)]);
  });

  it('finds a clock that differs from that of the store', async () => {
    const clock = { now: () => new Date(Date.now() + 120_000) };
    expect((await diagnose({ clock })).wrong).toEqual([expect.stringMatching(/divergem 1\d\d s/)]);
  });

  it('reports an unreachable store', async () => {
    const endpoint = `http://127.0.0.1:${await findFreePort()}`;
    expect((await diagnose({ endpoint })).wrong).toEqual(['✗ Abrir: o bucket não pôde ser usado.']);
  });
});

describe('the check of backups', () => {
  const clock = { now: () => new Date('2026-11-20T12:00:00Z') };
  interface DiagnosisOptions {
    readonly demo?: boolean;
    readonly backupKey?: string;
  }
  async function diagnose(
    names: readonly string[],
    { demo = false, backupKey }: DiagnosisOptions = {},
  ) {
    const folder = join(homeFolder, 'backups');
    await mkdir(folder);
    for (const name of names) await writeFile(join(folder, name), '');
    const { config } = validateSettings({ DATA_DIR: homeFolder });
    const validated = { config: { ...config, demo }, backupKey: backupKey ?? null };
    const findings = renderFindings(await backupFindings(validated, clock));
    await rm(folder, { recursive: true });
    expect(findings.wrong).toEqual([]);
    return findings;
  }

  it.each([
    ['no backup', ['notes.txt'], /^– Não há cópia .*\n.*rode npm run backup/],
    [
      'a new backup',
      ['guilda-20261101T030000Z.tar', 'guilda-20261119T030000Z.tar.age'],
      /^✓ Há uma cópia de segurança de menos de dois dias\.\n✓ As cópias são cifradas\.$/,
    ],
    ['an old backup', ['guilda-20261101T030000Z.tar'], /^– A cópia .* tem 19 dias\.\n/],
    [
      'a backup that is not encrypted',
      ['guilda-20261119T030000Z.tar'],
      /– A cópia mais nova não é cifrada/,
    ],
  ])('reports %s', async (_what, names, expectedText) => {
    expect((await diagnose(names)).text).toMatch(expectedText);
  });

  it('reports whether backups will be encrypted', async () => {
    expect((await diagnose([])).unseen).toContain('– BACKUP_KEY não está definida aqui.');
    expect((await diagnose([], { backupKey: 'MARCA' })).right).toEqual([
      '✓ As cópias são cifradas.',
    ]);
  });

  it('requires no backup in demo mode', async () => {
    expect((await diagnose([], { demo: true })).text).toBe('');
  });
});
