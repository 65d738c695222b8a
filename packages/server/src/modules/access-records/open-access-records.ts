import type { AuditLog } from '../../platform/audit-log.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { DataSealer } from '../../platform/sealed-data.ts';
import { type AccessRecord, formatRecords, parseRecords } from './access-record.ts';
import { type AccessRecordPeriod, readBatches, upsertCopy } from './access-record-store.ts';
import { copyContext } from './data-export.ts';
import type { OpenText } from './seal-records.ts';

export interface OpenAccessRecordsDeps extends AuditLog<'user'> {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly openText: OpenText;
}

export interface OpenAccessRecordsRequest extends AccessRecordPeriod {
  readonly uid: string;
  /** Why they are opened, such as the number of a court order; for the audit log. */
  readonly reason: string;
  /** Encrypts the records for the person's copy of their data; null to leave that copy as it is. */
  readonly copySealer: DataSealer | null;
}

export interface OpenedAccessRecords {
  /** The person's records in the period, oldest first. */
  readonly records: readonly AccessRecord[];
  /** Number of batches in the period that no given key opens, such as those of an earlier key. */
  readonly unopened: number;
}

async function readRecords(
  { database, openText }: OpenAccessRecordsDeps,
  { uid, from, to }: OpenAccessRecordsRequest,
) {
  const records: AccessRecord[] = [];
  let [opened, unopened] = [0, 0];
  for await (const sealed of readBatches(database.db, { from, to })) {
    const lines = await openText(sealed).catch(() => null);
    if (lines === null) {
      unopened += 1;
      continue;
    }
    opened += 1;
    for (const record of parseRecords(lines)) {
      const at = new Date(record.at);
      if (record.uid === uid && at >= from && at < to) records.push(record);
    }
  }
  records.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return { records, opened, unopened };
}

/**
 * Opens a person's access records of a period with the private key, and writes into the audit log that this was done
 * before it answers (docs/product/privacy.md). `wrong_key` when there are batches and the key opens none of them; then
 * nothing was learned and nothing is written.
 */
export const openAccessRecords =
  (deps: OpenAccessRecordsDeps) =>
  async (request: OpenAccessRecordsRequest): Promise<Result<OpenedAccessRecords, 'wrong_key'>> => {
    const { records, opened, unopened } = await readRecords(deps, request);
    if (opened === 0 && unopened > 0) return err('wrong_key');
    const { uid, reason, copySealer } = request;
    await deps.database.transaction(async (tx) => {
      const subject = { kind: 'user', id: uid } as const;
      await deps.recordAuditEntry(tx, {
        actorId: null,
        action: 'open_access_records',
        subject,
        reason,
      });
      if (copySealer)
        await upsertCopy(tx, uid, copySealer.seal(formatRecords(records), copyContext(uid)));
    });
    return ok({ records, unopened });
  };
