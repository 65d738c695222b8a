import {
  dataExportReader,
  exportedUid,
  type ReadSealedDataExport,
} from '../../platform/database/data-export.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { parseRecords } from './access-record.ts';

/** What the records of a person are encrypted for, so that they cannot be moved to another person's row. */
export const copyContext = (uid: string) => `access records of ${uid}`;

const readCopies = dataExportReader<{ sealed: Buffer }>({
  columns: sql`sealed`,
  from: sql`FROM access_record_copies WHERE uid = ${exportedUid}`,
  at: sql`made_at`,
  id: sql`uid`,
});

/** The person's access records, where an operator has opened them for this copy; otherwise none. */
export const accessRecordsDataExport: ReadSealedDataExport = async function* read(
  pool,
  uid,
  sealer,
) {
  for await (const { sealed } of readCopies(pool, uid)) {
    for (const { uid: _, ...record } of parseRecords(sealer.open(sealed, copyContext(uid)) ?? ''))
      yield record;
  }
};
