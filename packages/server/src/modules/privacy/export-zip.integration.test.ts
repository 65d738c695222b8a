import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readZipEntries } from '../../../test/fixtures/checks/zip-entries.ts';
import { buildPackFile, buildUser } from '../../../test/fixtures/data/builders.ts';
import { testSealer } from '../../../test/fixtures/data/payouts.ts';
import { fakeClock } from '../../../test/fixtures/fakes/fake-clock.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from '../../platform/database/pool.ts';
import { systemIds } from '../../ports/ids.ts';
import { createExportZip } from './export-zip.ts';

let clonedDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  clonedDatabase = await createTestDatabase();
  database = createDatabase(clonedDatabase.pooledUrl, { log: quietLog });
});
afterAll(async () => {
  await database.close();
  await clonedDatabase.drop();
});

/** A file store in which every file contains its own key. */
const fakeFiles = { get: async (key: string) => ({ stream: Readable.from([key]) }) as never };

it('contains files with equal names and upload times under unique names', async () => {
  const uid = await buildUser(database.pool);
  const ids = Array.from({ length: 3 }, () => systemIds.uuid());
  for (const id of ids) {
    const size = `archives/${id}/file.png`.length;
    await buildPackFile(database.pool, uid, { id, name: 'aula.png', size });
  }
  const zip = readZipEntries(
    await buffer(
      createExportZip(
        { database, files: fakeFiles, clock: fakeClock(), dataSealer: testSealer },
        uid,
      ),
    ),
  );
  const fileEntries = zip.filter(({ name }) => name.startsWith('arquivos/'));
  expect(new Set(fileEntries.map(({ name }) => name)).size).toBe(3);
  expect(fileEntries.map(({ bytes }) => bytes.toString().split('/')[1]).toSorted()).toEqual(ids);
  const json = zip.find(({ name }) => name === 'arquivos.json')?.bytes.toString() ?? '[]';
  const listedFiles = (JSON.parse(json) as { file: string; id: string }[]).map(({ file }) => file);
  expect(listedFiles.toSorted()).toEqual(fileEntries.map(({ name }) => name).toSorted());
});
