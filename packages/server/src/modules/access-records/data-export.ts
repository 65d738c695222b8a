import {
  dataExportReader,
  exportedUid,
  type ReadEncryptedDataExport,
} from '../../platform/database/data-export.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { parseAccessRecords } from './access-record.ts';

/** Encryption context of the copy of a person's records; a copy moved to another person's row cannot be decrypted. */
export const accessRecordCopyContext = (uid: string) => `access records of ${uid}`;

const readOpenedRecordCopies = dataExportReader<{ sealed: Buffer }>({
  columns: sql`sealed`,
  from: sql`FROM access_record_copies WHERE uid = ${exportedUid}`,
  sortTime: sql`made_at`,
  id: sql`uid`,
});

/** The access records of the person that an operator has opened for this data export; empty when none were opened. */
export const accessRecordsDataExport: ReadEncryptedDataExport = async function* read(
  pool,
  uid,
  dataEncryption,
) {
  for await (const { sealed } of readOpenedRecordCopies(pool, uid)) {
    for (const { uid: _, ...record } of parseAccessRecords(
      dataEncryption.decrypt(sealed, accessRecordCopyContext(uid)) ?? '',
    ))
      yield record;
  }
};
