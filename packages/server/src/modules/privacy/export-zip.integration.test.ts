import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readZipEntries } from '../../../test/fixtures/checks/zip-entries.ts';
import {
  buildPackFile,
  buildPaidOrder,
  buildService,
  buildUser,
} from '../../../test/fixtures/data/builders.ts';
import { testEncryption } from '../../../test/fixtures/data/payouts.ts';
import { fakeClock } from '../../../test/fixtures/fakes/fake-clock.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from '../../platform/database/pool.ts';
import { type LateReads, noLateReads } from '../../platform/http/late-reads.ts';
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

const fakeDeps = () => ({
  files: fakeFiles,
  clock: fakeClock(),
  lateReads: noLateReads,
  dataEncryption: testEncryption,
});

it('contains files with equal names and upload times under unique names', async () => {
  const uid = await buildUser(database.pool);
  const ids = Array.from({ length: 3 }, () => systemIds.uuid());
  for (const id of ids) {
    const size = `archives/${id}/file.png`.length;
    await buildPackFile(database.pool, uid, { id, name: 'aula.png', size });
  }
  const zip = readZipEntries(await buffer(createExportZip({ ...fakeDeps(), database }, uid)));
  const fileEntries = zip.filter(({ name }) => name.startsWith('arquivos/'));
  expect(new Set(fileEntries.map(({ name }) => name)).size).toBe(3);
  expect(fileEntries.map(({ bytes }) => bytes.toString().split('/')[1]).toSorted()).toEqual(ids);
  const json = zip.find(({ name }) => name === 'arquivos.json')?.bytes.toString() ?? '[]';
  const listedFiles = (JSON.parse(json) as { file: string; id: string }[]).map(({ file }) => file);
  expect(listedFiles.toSorted()).toEqual(fileEntries.map(({ name }) => name).toSorted());
});

it('contains files that left their pack and that an order holds, unless the team hid their service', async () => {
  const [seller, buyer] = [await buildUser(database.pool), await buildUser(database.pool)];
  const moment = new Date('2026-11-20T12:00:00Z');
  const size = `archives/${systemIds.uuid()}/file.png`.length;
  const buildRemovedFile = async (isSold: boolean, hiddenAt: Date | null) => {
    const service = await buildService(database.pool, seller, { hidden_at: hiddenAt });
    const columns = { id: systemIds.uuid(), service_id: service, size, removed_at: moment };
    await buildPackFile(database.pool, seller, columns);
    if (isSold)
      await database.pool.query(
        'INSERT INTO order_archives (payment_id, archive_id, position) VALUES ($1, $2, 0)',
        [await buildPaidOrder(database.pool, { service, buyer, seller }), columns.id],
      );
    return columns.id;
  };
  const soldId = await buildRemovedFile(true, null);
  await buildRemovedFile(false, null);
  await buildRemovedFile(true, moment);
  const zip = readZipEntries(await buffer(createExportZip({ ...fakeDeps(), database }, seller)));
  const files = zip.filter(({ name }) => name.startsWith('arquivos/'));
  expect(files.map(({ bytes }) => bytes.toString())).toEqual([`archives/${soldId}/file.png`]);
  const json = zip.find(({ name }) => name === 'arquivos.json')?.bytes.toString() ?? '[]';
  expect(JSON.parse(json)).toMatchObject([{ id: soldId }]);
});

it('reads late what requests write, and from the primary what sockets write and which files it hands out', async () => {
  const uid = await buildUser(database.pool);
  let isLate = false;
  const statements: { readonly text: string; readonly isLate: boolean }[] = [];
  const lateReads: Pick<LateReads, 'run'> = {
    run: (reader, work) => {
      expect(reader).toEqual({ kind: 'person', uid });
      isLate = true;
      try {
        return work();
      } finally {
        isLate = false;
      }
    },
  };
  const query = (statement: { readonly text: string }) => {
    statements.push({ text: statement.text, isLate });
    return database.pool.query(statement);
  };
  const pool = { query } as unknown as Database['pool'];
  await buffer(createExportZip({ ...fakeDeps(), lateReads, database: { pool } }, uid));
  const isReadLate = (table: string) => {
    const found = statements.filter(({ text }) => text.includes(`FROM ${table}`));
    return [...new Set(found.map((statement) => statement.isLate))];
  };
  for (const table of ['payments', 'posts', 'ledger_entries', 'user_blocks'])
    expect({ table, late: isReadLate(table) }).toEqual({ table, late: [true] });
  for (const table of ['conversations', 'calls', 'pictures', 'archives'])
    expect({ table, late: isReadLate(table) }).toEqual({ table, late: [false] });
});
