import { Readable } from 'node:stream';
import type pg from 'pg';
import { pack } from 'tar-stream';
import { expect, it } from 'vitest';
import { writeTable } from './write-table.ts';

/** A connection on which the end of a `COPY` statement, with its row count, arrives after the last row. */
function createConnectionWithLateCount(rowTexts: readonly string[]): pg.ClientBase {
  const rows = Object.assign(Readable.from(rowTexts.map((text) => Buffer.from(text))), {
    rowCount: 0,
  });
  const query = async () => {
    rows.rowCount = rowTexts.length;
    return { rows: [] };
  };
  return {
    query: (statement: unknown) => (typeof statement === 'string' ? query() : rows),
  } as unknown as pg.ClientBase;
}

it('counts the rows of a table also when their number arrives after them', async () => {
  const tar = pack();
  tar.resume();
  const client = createConnectionWithLateCount(['a\n', 'b\n']);
  const writer = { client, tar, at: new Date(0), onPiece: () => undefined };
  const checksum = await writeTable(writer, 'public.services', 'COPY services TO STDOUT');
  expect(checksum).toMatchObject({ name: 'public.services', rows: 2 });
});
