import { z } from 'zod';

/**
 * Format of a backup: a tar with these entries in this order.
 *
 * - `guilda.json`: {@link head};
 * - `database/<table>/<n>.zst`: rows of a table in the text format of `COPY … TO STDOUT`, in pieces that are separate
 *   zstd frames, so that `cat … | zstd -d` gives the table;
 * - `files/<key>`: a file; after at most a thousand files comes a `sums/<n>` with their SHA-256 in the format of
 *   `sha256sum`;
 * - `manifest.json`: {@link manifest}, and its SHA-256 in `manifest.json.sha256`.
 */

/** Format version; increased when an older program could not read the new format. */
export const FORMAT = 1;

export const HEAD = 'guilda.json';
export const MANIFEST = 'manifest.json';
export const MANIFEST_SUM = 'manifest.json.sha256';
/** Entry name of the queue's jobs, which are not copied table by table. */
export const JOBS = 'jobs';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z_][a-z0-9_.]*$/);
const count = z.number().int().nonnegative();

/** Schema of `guilda.json`. */
export const head = z.object({
  guilda: z.literal('backup'),
  format: z.number().int(),
  /** Version of the program that made the backup. */
  version: z.string(),
  /** Commit of that program; missing in backups of older versions. */
  commit: z.string().default('unknown'),
  /** Time of the snapshot by the database's clock. */
  at: z.iso.datetime({ offset: true }),
  /** Server version, for diagnosis. */
  postgres: z.string(),
  /** Applied migrations in order. */
  migrations: z.array(z.string()),
  /** Tables as `schema.table` with their copied columns, in the order of the backup. */
  tables: z.array(z.object({ name, columns: z.array(z.string()) })),
  /** Whether the backup includes files. */
  files: z.boolean(),
});
export type Head = z.infer<typeof head>;

/** Schema of `manifest.json`: counts and checksums of everything in the backup. */
export const manifest = z.object({
  /** SHA-256 of `guilda.json`. */
  head: sha256,
  /** Number of rows and SHA-256 of the `COPY` output of each table, including `jobs`. */
  tables: z.array(z.object({ name, rows: count, sha256 })),
  /** Current values of the sequences. */
  sequences: z.array(z.object({ name, last: z.string().regex(/^-?\d+$/), called: z.boolean() })),
  /** Numbers of ledger transactions and entries, the sum and the absolute sum of all entries in centavos. */
  ledger: z.object({ transactions: count, entries: count, sum: z.string(), moved: z.string() }),
  /** `sums`: SHA-256 of all `sums/` entries. `missing`: keys that rows reference but the store does not have. */
  files: z.object({ count, bytes: count, sums: sha256, missing: z.array(z.string()) }),
});
export type BackupManifest = z.infer<typeof manifest>;
export type TableSum = BackupManifest['tables'][number];

/** Entry name of a piece of a table. */
export const pieceName = (table: string, n: number) =>
  `database/${table}/${String(n).padStart(6, '0')}.zst`;

/** Entry name of a file. */
export const fileName = (key: string) => `files/${key}`;

/** Entry name of a list of checksums. */
export const sumsName = (n: number) => `sums/${String(n).padStart(6, '0')}`;

/** Number of files in one list of checksums. */
export const FILES_A_SUM = 1_000;

/** A line of a list of checksums. */
export const sumLine = (key: string, sha: string) => `${sha}  ${fileName(key)}\n`;

/** Size of a piece before compression. */
export const PIECE_BYTES = 4 * 1024 * 1024;
