import type { AuditLog } from '../../platform/audit-log.ts';
import type { DataEncryption } from '../../platform/data-encryption.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { type AccessRecord, formatAccessRecords, parseAccessRecords } from './access-record.ts';
import {
  type AccessRecordPeriod,
  readAccessRecordBatches,
  upsertAccessRecordCopy,
} from './access-record-store.ts';
import { accessRecordCopyContext } from './data-export.ts';
import type { TextDecrypter } from './encrypt-records.ts';

export interface OpenAccessRecordsDeps extends AuditLog<'user'> {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly decryptText: TextDecrypter;
}

export interface OpenAccessRecordsRequest extends AccessRecordPeriod {
  readonly uid: string;
  /** Why the records are opened, such as the number of a court order; written to the audit log. */
  readonly reason: string;
  /** Encrypts a copy of the records for the person's data export; null when no such copy is to be stored. */
  readonly copyEncryption: DataEncryption | null;
}

export interface OpenedAccessRecords {
  /** The person's records in the period, oldest first. */
  readonly records: readonly AccessRecord[];
  /**
   * Number of batches in the period that none of the given keys opens, for example because they were encrypted to an
   * earlier key.
   */
  readonly unopenedBatchCount: number;
}

async function decryptAndFilterRecords(
  { database, decryptText }: OpenAccessRecordsDeps,
  { uid, from, to }: OpenAccessRecordsRequest,
) {
  const records: AccessRecord[] = [];
  let [opened, unopened] = [0, 0];
  for await (const sealed of readAccessRecordBatches(database.db, { from, to })) {
    const lines = await decryptText(sealed).catch(() => null);
    if (lines === null) {
      unopened += 1;
      continue;
    }
    opened += 1;
    for (const record of parseAccessRecords(lines)) {
      const at = new Date(record.at);
      if (record.uid === uid && at >= from && at < to) records.push(record);
    }
  }
  records.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return { records, opened, unopened };
}

/**
 * Opens a person's access records of a period with the private key. The opening is written to the audit log before the
 * records are returned (docs/product/privacy.md). Returns `wrong_key`, and writes no entry, when there are batches but
 * the key opens none of them.
 */
export const openAccessRecords =
  (deps: OpenAccessRecordsDeps) =>
  async (request: OpenAccessRecordsRequest): Promise<Result<OpenedAccessRecords, 'wrong_key'>> => {
    const { records, opened, unopened } = await decryptAndFilterRecords(deps, request);
    if (opened === 0 && unopened > 0) return err('wrong_key');
    const { uid, reason, copyEncryption } = request;
    await deps.database.transaction(async (tx) => {
      const subject = { kind: 'user', id: uid } as const;
      await deps.recordAuditEntry(tx, {
        actorId: null,
        action: 'open_access_records',
        subject,
        reason,
      });
      if (copyEncryption)
        await upsertAccessRecordCopy(
          tx,
          uid,
          copyEncryption.encrypt(formatAccessRecords(records), accessRecordCopyContext(uid)),
        );
    });
    return ok({ records, unopenedBatchCount: unopened });
  };
