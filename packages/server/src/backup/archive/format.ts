import { z } from 'zod';

/**
 * Format of a backup: a tar with these entries in this order.
 *
 * - `guilda.json`: {@link backupHead};
 * - `database/<table>/<n>.zst`: rows of a table in the text format of `COPY … TO STDOUT`, in pieces that are separate
 *   zstd frames, so that `cat … | zstd -d` gives the table;
 * - `files/<key>`: a file; after at most a thousand files comes a `sums/<n>` with their SHA-256 in the format of
 *   `sha256sum`;
 * - `manifest.json`: {@link backupManifest}, and its SHA-256 in `manifest.json.sha256`.
 */

/** Version of the backup format; increased when an older program could not read the new format. */
export const FORMAT_VERSION = 1;

export const HEAD_ENTRY = 'guilda.json';
export const MANIFEST_ENTRY = 'manifest.json';
export const MANIFEST_CHECKSUM_ENTRY = 'manifest.json.sha256';
/** Entry name of the queue's jobs, which are copied by a query of their own instead of table by table. */
export const JOBS_ENTRY = 'jobs';

const sha256Text = z.string().regex(/^[0-9a-f]{64}$/);
const tableName = z.string().regex(/^[a-z_][a-z0-9_.]*$/);
const countSchema = z.number().int().nonnegative();

/** Schema of `guilda.json`. */
export const backupHead = z.object({
  guilda: z.literal('backup'),
  format: z.number().int(),
  /** Version of the program that made the backup. */
  version: z.string(),
  /** Commit of the program that made the backup; missing in backups of older versions. */
  commit: z.string().default('unknown'),
  /** Time of the database snapshot, by the database's clock. */
  at: z.iso.datetime({ offset: true }),
  /** Version of the PostgreSQL server, for diagnosis. */
  postgres: z.string(),
  /** Names of the applied migrations, in order. */
  migrations: z.array(z.string()),
  /** Tables as `schema.table` with the columns that were copied, in the order of the backup. */
  tables: z.array(z.object({ name: tableName, columns: z.array(z.string()) })),
  /** Whether the backup includes files. */
  files: z.boolean(),
});
export type BackupHead = z.infer<typeof backupHead>;

/** Schema of `manifest.json`, which contains counts and checksums of all contents of the backup. */
export const backupManifest = z.object({
  /** SHA-256 of `guilda.json`. */
  head: sha256Text,
  /** Number of rows of each table, including `jobs`, and SHA-256 of its `COPY` output. */
  tables: z.array(z.object({ name: tableName, rows: countSchema, sha256: sha256Text })),
  /** Current values of the database's sequences. */
  sequences: z.array(
    z.object({ name: tableName, last: z.string().regex(/^-?\d+$/), called: z.boolean() }),
  ),
  /** Number of ledger transactions and of entries; sum and absolute sum of all entries in centavos. */
  ledger: z.object({
    transactions: countSchema,
    entries: countSchema,
    sum: z.string(),
    moved: z.string(),
  }),
  /**
   * Totals of the copied files. `sums`: SHA-256 of all `sums/` entries. `missing`: keys that rows reference but that
   * the store does not have.
   */
  files: z.object({
    count: countSchema,
    bytes: countSchema,
    sums: sha256Text,
    missing: z.array(z.string()),
  }),
});
export type BackupManifest = z.infer<typeof backupManifest>;
export type TableChecksum = BackupManifest['tables'][number];

/** Entry name of the `n`th piece of a table. */
export const tablePieceEntry = (table: string, n: number) =>
  `database/${table}/${String(n).padStart(6, '0')}.zst`;

/** Entry name of a stored file. */
export const fileEntry = (key: string) => `files/${key}`;

/** Entry name of the `n`th list of checksums. */
export const checksumListEntry = (n: number) => `sums/${String(n).padStart(6, '0')}`;

/** Maximum number of files in one list of checksums. */
export const FILES_PER_CHECKSUM_LIST = 1_000;

/** A line of a list of checksums, in the format of `sha256sum`. */
export const checksumLine = (key: string, sha: string) => `${sha}  ${fileEntry(key)}\n`;

/** Size of a piece of a table before compression, in bytes. */
export const PIECE_BYTES = 4 * 1024 * 1024;
