import { chmod, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drillCommand } from '../../src/backup/commands/drill-command.ts';
import { checkFilesOfTime } from '../../src/backup/drill/verify-files-of-time.ts';
import { withClient } from '../fixtures/server/template-database.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/server/test-database.ts';
import { openFolder, runCommand } from './backup-fixture.ts';
import { startServerWithData } from './server-with-data.ts';

let database: TestDatabase;
let home: Awaited<ReturnType<typeof openFolder>>;
let postgresVersion: string;

beforeAll(async () => {
  [database, home] = await Promise.all([createTestDatabase(), openFolder()]);
  postgresVersion = await withClient(database.url, async (client) => {
    const { rows } = await client.query<{ version: string }>(
      "SELECT split_part(current_setting('server_version'), '.', 1) AS version",
    );
    return rows[0]?.version ?? '';
  });
});
afterAll(async () => {
  await Promise.all([database.drop(), home.remove()]);
});

/** A stanza as `pgbackrest info` prints it, with one backup. */
const stanzaOf = (name: string, hasBackup = true) => ({
  name,
  db: [{ id: 1, version: postgresVersion }],
  backup: hasBackup
    ? [
        {
          label: '20261127-020000F',
          database: { id: 1 },
          timestamp: { stop: Date.parse('2026-11-27T02:00:00Z') / 1000 },
        },
      ]
    : [],
});

/** Replaces pgBackRest by a program that answers `info` with these stanzas, and refuses anything else. */
async function installFakePgBackRest(stanzas: readonly object[], infoFailure = ''): Promise<void> {
  const program = join(home.folder, 'pgbackrest');
  await writeFile(
    program,
    `#!/bin/sh
case "$*" in *" info "*|*" info") command=info;; *" restore "*|*" restore") command=restore;; esac
if [ -n '${infoFailure}' ]; then echo 'ERROR: ${infoFailure}' >&2; exit 55; fi
if [ -n "$DATABASE_URL$BACKUP_KEY" ]; then echo 'ERROR: [001]: got a secret' >&2; exit 1; fi
case "$command" in
  info) echo '${JSON.stringify(stanzas)}' ;;
  *) echo 'ERROR: [082]: the repository is away' >&2; exit 82 ;;
esac
`,
  );
  await chmod(program, 0o755);
}

const drillAt = (at: string, env: Readonly<Record<string, string>> = {}) =>
  runCommand(
    drillCommand,
    {
      PATH: `${home.folder}:/usr/bin:/bin`,
      DATABASE_URL: database.url,
      ...{ DATA_DIR: home.folder, FILES_DIR: home.folder },
      BACKUP_KEY: 'uma chave só dos testes',
      ...env,
    },
    ['--at', at],
  );

it('says in one line why a time cannot be reached, before it restores anything', async () => {
  const foldersBefore = (await readdir(tmpdir())).filter((name) =>
    name.startsWith('guilda-drill-'),
  );
  const expectRefusal = async (at: string, pattern: RegExp, env = {}) => {
    expect(await drillAt(at, env)).toEqual({ code: 2, text: expect.stringMatching(pattern) });
  };
  await expectRefusal(
    '2026-11-28T00:00:00Z',
    /^O pgBackRest não está instalado nesta máquina: apt-get install pgbackrest/,
    { PATH: join(home.folder, 'nothing') },
  );
  await expectRefusal('ontem', /^--at não é uma hora com fuso: ontem\. Use \S+/);
  await expectRefusal(
    '2099-01-01T00:00:00Z',
    /^01\/01\/2099, 00:00:00 \(UTC\) ainda não chegou\.$/,
  );
  await expectRefusal('2026-11-28T00:00:00Z', /^--at precisa de DATABASE_URL/, {
    DATABASE_URL: '',
  });

  await expectRefusal('2026-11-28T00:00:00Z', /^A pasta dos arquivos não existe: \S+nothing\./, {
    FILES_DIR: join(home.folder, 'nothing'),
  });

  await installFakePgBackRest([]);
  await expectRefusal('2026-11-28T00:00:00Z', /^O pgBackRest não tem stanza configurada: veja /);
  await installFakePgBackRest([stanzaOf('guilda', false)]);
  await expectRefusal('2026-11-28T00:00:00Z', /^A stanza guilda ainda não tem cópia/);
  await installFakePgBackRest([stanzaOf('guilda'), stanzaOf('outra')]);
  await expectRefusal('2026-11-28T00:00:00Z', /^Há mais de uma stanza \(guilda, outra\)/);
  await installFakePgBackRest([], '[055]: unable to load info file');
  await expectRefusal(
    '2026-11-28T00:00:00Z',
    /^O pgBackRest recusou \(info\): \[055\]: unable to load info file$/,
  );

  await installFakePgBackRest([stanzaOf('guilda')]);
  await expectRefusal(
    '2026-11-27T01:59:59Z',
    /^Não se volta a .*: a cópia mais antiga é de 27\/11/,
  );
  await expectRefusal(
    '2026-11-28T00:00:00Z',
    /^A cópia é do PostgreSQL \d+, e os programas dele não estão aqui: instale postgresql-\d+/,
    { PG_BIN: home.folder },
  );
  const foldersAfter = (await readdir(tmpdir())).filter((name) => name.startsWith('guilda-drill-'));
  expect(foldersAfter).toEqual(foldersBefore);
});

it('tells files that were deleted since from files that are lost', async () => {
  const server = await startServerWithData();
  try {
    const ids = [await server.addPicture(), await server.addPicture()].map(
      (url) => url.split('/').at(-2) ?? '',
    );
    const checkFiles = async (currentUrl: string) => {
      const lines: string[] = [];
      const location = { url: server.databaseUrl, currentUrl, files: server.files };
      const isComplete = await checkFilesOfTime(location, (line) => lines.push(line));
      return { isComplete, lines };
    };
    const ownUrl = server.databaseUrl;
    expect(await checkFiles(ownUrl)).toEqual({
      isComplete: true,
      lines: ['✓ 6 arquivos (18 kB) daquela hora no lugar dos arquivos.'],
    });
    await server.files.deletePrefix(`pictures/${ids[0]}/`);
    const lostFilesLine = expect.stringMatching(
      /^✗ 3 arquivos faltam no lugar dos arquivos: pictures\//,
    );
    expect(await checkFiles(ownUrl)).toEqual({ isComplete: false, lines: [lostFilesLine] });
    const unreachableUrl = 'postgres://guilda@127.0.0.1:1/guilda';
    expect(await checkFiles(unreachableUrl)).toEqual({ isComplete: false, lines: [lostFilesLine] });
    // `database` has no rows of pictures, as if the owner had deleted the pictures after the time of the drill.
    expect(await checkFiles(database.url)).toEqual({
      isComplete: true,
      lines: [
        '– 3 arquivos foram apagados desde então.',
        '✓ 3 arquivos (9 kB) daquela hora no lugar dos arquivos.',
      ],
    });
  } finally {
    await server.close();
  }
});
