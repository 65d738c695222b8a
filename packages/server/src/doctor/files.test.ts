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

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'guilda-doctor-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe('of folders', () => {
  const look = async (filesDir: string) =>
    renderFindings(
      await examineFiles(
        { bucket: null, filesDir, dataDir: home, minFreeDiskBytes: 0 },
        systemClock,
      ),
    );

  it('finds nothing wrong with one that is there or can be made, and makes none', async () => {
    for (const folder of [home, join(home, 'files', 'of', 'mine')]) {
      const { wrong, right } = await look(folder);
      expect(wrong.filter((line) => !line.includes('disco'))).toEqual([]);
      expect(right).toContainEqual(expect.stringMatching(/FILES_DIR: (guardar|.* ainda não)/));
    }
    expect(await readdir(home)).toEqual([]);
  });

  it('reports the free space', async () => {
    expect((await look(home)).text).toMatch(/Espaço livre: [\d.,]+ [KMGT]iB/);
  });

  it('finds a file in the place of a folder', async () => {
    const file = join(home, 'file');
    await writeFile(file, '');
    for (const path of [file, join(file, 'below')]) {
      expect((await look(path)).wrong).toContain(`✗ FILES_DIR: não dá para escrever em ${file}.`);
    }
    await rm(file);
  });

  it('finds one that may not be written to', async () => {
    const closed = join(home, 'closed');
    await mkdir(closed, { mode: 0o500 });
    // Root can open every folder, so the test is skipped.
    const folder = process.getuid?.() === 0 ? '/proc' : closed;
    expect((await look(folder)).wrong).toContainEqual(expect.stringContaining(folder));
    await rm(closed, { recursive: true });
  });
});

describe('of a bucket', () => {
  let s3: S3;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterEach(() => {
    s3.state.fault = null;
  });
  afterAll(() => s3.close());

  interface Change {
    readonly bucket?: string;
    readonly endpoint?: string;
    readonly secret?: string;
    readonly clock?: Clock;
  }
  async function look({ clock = systemClock, secret = s3.keys.secret, ...change }: Change = {}) {
    const keys = { id: s3.keys.id, secret };
    const place = { bucket: s3.bucket, endpoint: s3.url, region: 'us-east-1', directReads: false };
    const bucket = { ...place, ...change, keys };
    const seen = renderFindings(
      await examineFiles({ bucket, filesDir: home, dataDir: home, minFreeDiskBytes: 0 }, clock),
    );
    expect(seen.text).not.toContain(secret);
    return seen;
  }
  /** Refuses calls with this name, as a store does. */
  const refusing =
    (name: string): S3Fault =>
    ({ operation, response }) => {
      if (operation !== name) return false;
      response.writeHead(403, { 'content-type': 'application/xml' });
      response.end('<Error><Code>AccessDenied</Code><Message>MARCA</Message></Error>');
      return true;
    };

  it('finds nothing wrong, and leaves nothing there', async () => {
    const { wrong, right } = await look();
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
    s3.state.fault = refusing(operation);
    const { wrong, text } = await look();
    expect(wrong).toEqual(lines);
    expect(text).not.toContain('MARCA');
    expect(s3.stored()).toEqual([]);
  });

  it('finds that nothing can be removed, and names what stays', async () => {
    s3.state.fault = refusing('DeleteObject');
    const { wrong } = await look();
    expect(wrong).toEqual([
      '✗ Apagar: o bucket recusa o acesso.',
      `✗ No bucket ficou o objeto ${s3.stored()[0]}.`,
    ]);
  });

  it('finds a store that knows no ranges', async () => {
    s3.state.fault = ({ operation, response }) => {
      if (operation !== 'GetObject') return false;
      response.writeHead(206, { 'content-range': 'bytes 0-12/13' }).end('guilda doctor');
      return true;
    };
    expect((await look()).wrong).toEqual([expect.stringContaining('deu outra coisa')]);
  });

  it.each([
    ['a bucket', { bucket: 'outro-balde' }, /Abrir: o bucket não existe/],
    ['a secret', { secret: 'segredo-MARCA' }, /Abrir: o bucket (recusa o acesso|não aceita)/],
  ])('finds %s that is not the right one', async (_what, change, words) => {
    expect((await look(change)).wrong).toEqual([expect.stringMatching(words)]);
  });

  it('finds a clock that is off', async () => {
    const clock = { now: () => new Date(Date.now() + 120_000) };
    expect((await look({ clock })).wrong).toEqual([expect.stringMatching(/divergem 1\d\d s/)]);
  });

  it('reports an unreachable service', async () => {
    const endpoint = `http://127.0.0.1:${await findFreePort()}`;
    expect((await look({ endpoint })).wrong).toEqual(['✗ Abrir: o bucket não pôde ser usado.']);
  });
});

describe('of backups', () => {
  const clock = { now: () => new Date('2026-11-20T12:00:00Z') };
  interface Change {
    readonly demo?: boolean;
    readonly backupKey?: string;
  }
  async function look(names: readonly string[], { demo = false, backupKey }: Change = {}) {
    const folder = join(home, 'backups');
    await mkdir(folder);
    for (const name of names) await writeFile(join(folder, name), '');
    const { config } = validateSettings({ DATA_DIR: home });
    const examined = { config: { ...config, demo }, backupKey: backupKey ?? null };
    const seen = renderFindings(await backupFindings(examined, clock));
    await rm(folder, { recursive: true });
    expect(seen.wrong).toEqual([]);
    return seen;
  }

  it.each([
    ['none', ['notes.txt'], /^– Não há cópia .*\n.*rode npm run backup/],
    [
      'a new one',
      ['guilda-20261101T030000Z.tar', 'guilda-20261119T030000Z.tar.age'],
      /^✓ Há uma cópia de segurança de menos de dois dias\.\n✓ As cópias são cifradas\.$/,
    ],
    ['an old one', ['guilda-20261101T030000Z.tar'], /^– A cópia .* tem 19 dias\.\n/],
    [
      'one that anybody can open',
      ['guilda-20261119T030000Z.tar'],
      /– A cópia mais nova não é cifrada/,
    ],
  ])('reports %s', async (_what, names, words) => {
    expect((await look(names)).text).toMatch(words);
  });

  it('reports whether backups will be encrypted', async () => {
    expect((await look([])).unseen).toContain('– BACKUP_KEY não está definida aqui.');
    expect((await look([], { backupKey: 'MARCA' })).right).toEqual(['✓ As cópias são cifradas.']);
  });

  it('asks for none in demo mode', async () => {
    expect((await look([], { demo: true })).text).toBe('');
  });
});
