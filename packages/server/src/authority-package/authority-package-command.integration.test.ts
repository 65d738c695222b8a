import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readZipEntries } from '../../test/fixtures/checks/zip-entries.ts';
import {
  createReportCopiesFixture,
  type ReportCopiesFixture,
} from '../../test/fixtures/modules/report-copies-fixture.ts';
import { authorityPackageCommand } from './authority-package-command.ts';

let fixture: ReportCopiesFixture;
let packageFolder: string;
let caseCode: string;
let caseId: string;
beforeAll(async () => {
  fixture = await createReportCopiesFixture();
  packageFolder = await mkdtemp(join(tmpdir(), 'guilda-authority-'));
  const author = await fixture.signInAuthor();
  const reportedPost = await fixture.contentCreators['post']?.(author);
  if (!reportedPost) throw new Error('no post was made');
  caseId = await fixture.report(author, reportedPost, { minor: true });
  const { rows } = await fixture.pool.query('SELECT number FROM cases WHERE id = $1', [caseId]);
  caseCode = `DEN-${String(rows[0].number).padStart(4, '0')}`;
});
afterAll(async () => {
  await fixture?.app.close();
  await rm(packageFolder, { recursive: true, force: true });
});

async function runPackageCommand(...args: string[]) {
  const lines: string[] = [];
  const writtenChunks: Uint8Array[] = [];
  const writeOut = async (bytes: AsyncIterable<Uint8Array>) => {
    for await (const chunk of bytes) writtenChunks.push(chunk);
    return writtenChunks.length;
  };
  const { dataDir } = fixture.app;
  const env = { DATABASE_URL: fixture.pool.options.connectionString, DATA_DIR: dataDir };
  const exitCode = await authorityPackageCommand({
    ...{ args, env, writeOut },
    printLine: (line) => void lines.push(line),
  });
  return { exitCode, output: lines.join('\n'), written: Buffer.concat(writtenChunks) };
}

const readModerationActions = async () =>
  (
    await fixture.pool.query(
      `SELECT actor_id AS actor, reason FROM moderation_actions WHERE action = 'authority_package' AND case_id = $1`,
      [caseId],
    )
  ).rows;

it('the command writes the package into a file that only its user can read, and an entry into the audit log', async () => {
  const outPath = join(packageFolder, 'pacote.zip');
  const commandResult = await runPackageCommand(
    '--case',
    caseCode,
    '--out',
    outPath,
    '--reason',
    'Ofício 12/2026',
  );
  expect(commandResult).toMatchObject({ exitCode: 0, output: expect.stringContaining(outPath) });
  const names = readZipEntries(await readFile(outPath)).map(({ name }) => name);
  expect(names).toContain('conteudo.json');
  expect(names).toContain('imagem.webp');
  expect((await stat(outPath)).mode & 0o777).toBe(0o600);
  expect(await readModerationActions()).toEqual([{ actor: null, reason: 'Ofício 12/2026' }]);
});

it.each([
  [[], 'Uso:'],
  [['--case', 'DEN-0001', '--out', 'x.zip'], 'Uso:'],
  [['--case', 'DEN-999999', '--out', 'x.zip', '--reason', 'Ofício'], 'Não há denúncia'],
  [['--case', 'x', '--out', 'x.zip', '--reason', 'Ofício'], 'Não há denúncia'],
])('the command refuses the arguments %j', async (args, text) => {
  const actionsBefore = await readModerationActions();
  const { exitCode, output } = await runPackageCommand(...args);
  expect([exitCode, output]).toEqual([2, expect.stringContaining(text)]);
  expect(await readModerationActions()).toEqual(actionsBefore);
});

it('the command does not replace an existing file', async () => {
  const outPath = join(packageFolder, 'outro.zip');
  await writeFile(outPath, 'de outro caso');
  const { exitCode, output } = await runPackageCommand(
    '--case',
    caseCode,
    '--out',
    outPath,
    '--reason',
    'Ofício',
  );
  expect([exitCode, output]).toEqual([2, expect.stringContaining('já existe')]);
  expect(await readFile(outPath, 'utf8')).toBe('de outro caso');
  await rm(outPath);
});

it('the command leaves no part of a file that cannot be written', async () => {
  const outPath = join(packageFolder, 'pacote.zip', 'y.zip');
  const { exitCode } = await runPackageCommand(
    '--case',
    caseCode,
    '--out',
    outPath,
    '--reason',
    'Ofício',
  );
  expect(exitCode).toBe(2);
  expect(await readdir(packageFolder)).toEqual(['pacote.zip']);
});

it('the command writes the package to standard output', async () => {
  const commandResult = await runPackageCommand(
    '--case',
    caseCode,
    '--out',
    '-',
    '--reason',
    'Ofício 12/2026',
  );
  expect(commandResult).toMatchObject({ exitCode: 0, output: expect.stringContaining('na saída') });
  expect(commandResult.written.subarray(0, 2).toString()).toBe('PK');
});

it('the command writes and logs nothing once the sealed copy was deleted', async () => {
  const actionsBefore = await readModerationActions();
  await fixture.pool.query('DELETE FROM report_copies WHERE case_id = $1', [caseId]);
  const outPath = join(packageFolder, 'sem-copia.zip');
  const { exitCode, output } = await runPackageCommand(
    '--case',
    caseCode,
    '--out',
    outPath,
    '--reason',
    'Ofício',
  );
  expect([exitCode, output]).toEqual([2, expect.stringContaining('não tem cópia lacrada')]);
  expect(await readdir(packageFolder)).toEqual(['pacote.zip']);
  expect(await readModerationActions()).toEqual(actionsBefore);
});
