import type { DataEncryption } from '../data-encryption.ts';
import { compileStatement, type Queryable } from './prepared.ts';
import { type SQL, sql } from './query-builder.ts';
import { timeText } from './time-text.ts';

/** Rows that one statement of an export reads; limited so that memory use stays constant. */
const BATCH_SIZE = 250;

/** A query for the data that a module stores about a person, for data exports. */
export interface DataExportQuery {
  /** `SELECT` list of the query; its column names are the names in the export. */
  readonly columns: SQL;
  /** Everything from `FROM` to the end of `WHERE`; contains `exportedUid` for the person's uid. */
  readonly from: SQL;
  /** Time by which the rows are sorted; never changes. */
  readonly sortTime: SQL;
  /** Id that sorts rows of the same time; never changes, and is unique together with the time. */
  readonly id: SQL;
}

type ExportedRow = Readonly<Record<string, unknown>>;

/** Reads a person's rows, oldest first; each batch is read when the previous one was consumed. */
export type ReadDataExport<Row extends object = ExportedRow> = (
  pool: Queryable,
  uid: string,
) => AsyncGenerator<Row>;

/** A `ReadDataExport` of rows that are partly stored encrypted; `dataEncryption` decrypts them. */
export type ReadEncryptedDataExport = (
  pool: Queryable,
  uid: string,
  dataEncryption: DataEncryption,
) => AsyncGenerator<ExportedRow>;

/** Placeholder for the person's uid within a `DataExportQuery`. */
export const exportedUid = sql`${sql.placeholder('uid')}::uuid`;

/** SQL that formats centavos as decimal text, such as `49.90`. */
export function decimalText(centavos: SQL): SQL {
  return sql`to_char(${centavos} / 100.0, 'FM9999999999990.00')`;
}

interface RowPosition {
  readonly $at: string;
  readonly $id: string;
}

/**
 * Creates a reader of a query. Rows are not all read from one snapshot, but each row is consistent. `Row` declares the
 * columns that code uses; other columns only pass into the export.
 */
export function dataExportReader<Row extends object = ExportedRow>({
  columns,
  from,
  sortTime: at,
  id,
}: DataExportQuery): ReadDataExport<Row> {
  const cursorCondition = sql`(${sql.placeholder('at')}::timestamptz, ${sql.placeholder('id')}::uuid)`;
  const page = compileStatement<RowPosition & Row>(
    sql`SELECT ${columns}, ${timeText(at)} AS "$at", ${id} AS "$id" ${from}
      AND (${at}, ${id}) > ${cursorCondition} ORDER BY ${at}, ${id} LIMIT ${sql.raw(String(BATCH_SIZE))}`,
  );
  return async function* read(pool, uid) {
    let lastPosition = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
    for (;;) {
      const rows = await page(pool, { uid, ...lastPosition });
      for (const { $at, $id, ...row } of rows) {
        lastPosition = { at: $at, id: $id };
        // The compiler does not see that a row without `$at` and `$id` is a `Row`.
        yield row as unknown as Row;
      }
      if (rows.length < BATCH_SIZE) return;
    }
  };
}
