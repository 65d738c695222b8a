import { z } from 'zod';

/**
 * What a backup is made of: a tar whose entries come in this order.
 *
 * - `guilda.json`: {@link head};
 * - `database/<table>/<n>.zst`: rows of a table as `COPY … TO STDOUT` (text) writes them, in pieces
 *   that follow one another, each a zstd frame of its own, so that `cat … | zstd -d` is the table;
 * - `files/<key>`: a file, followed within a thousand files by a `sums/<n>` that tells their SHA-256
 *   as `sha256sum` does;
 * - `manifest.json`: {@link manifest}, and its SHA-256 in `manifest.json.sha256`.
 */

/** Raised when an older program could not read what a newer one writes. */
export const FORMAT = 1;

export const HEAD = 'guilda.json';
export const MANIFEST = 'manifest.json';
export const SEAL = 'manifest.json.sha256';
/** The queue's jobs, whose own tables are the business of its library. */
export const JOBS = 'jobs';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z_][a-z0-9_.]*$/);
const count = z.number().int().nonnegative();

/** What has to be known before anything is read. */
export const head = z.object({
  guilda: z.literal('backup'),
  format: z.number().int(),
  /** Of the program that made it. */
  version: z.string(),
  /** Of the program's source; older programs did not say. */
  commit: z.string().default('unknown'),
  /** When its snapshot was taken, by the database's clock. */
  at: z.iso.datetime({ offset: true }),
  /** Server version, for whoever looks for a reason. */
  postgres: z.string(),
  /** Migrations the database had, in order. */
  migrations: z.array(z.string()),
  /** `schema.table` and the columns that its rows hold, in the order in which they come. */
  tables: z.array(z.object({ name, columns: z.array(z.string()) })),
  /** Whether files come with it: not when they stay where they are. */
  files: z.boolean(),
});
export type Head = z.infer<typeof head>;

/** What all of it must come to. */
export const manifest = z.object({
  /** SHA-256 of `guilda.json`. */
  head: sha256,
  /** Rows, and the SHA-256 of all bytes of COPY; `jobs` among them. */
  tables: z.array(z.object({ name, rows: count, sha256 })),
  /** Where each sequence goes on. */
  sequences: z.array(z.object({ name, last: z.string().regex(/^-?\d+$/), called: z.boolean() })),
  /** Transactions and entries of the ledger, what all entries sum to, and what they move, in centavos. */
  ledger: z.object({ transactions: count, entries: count, sum: z.string(), moved: z.string() }),
  /** `sums`: SHA-256 of all `sums/` together. `missing`: named by rows, not in the store. */
  files: z.object({ count, bytes: count, sums: sha256, missing: z.array(z.string()) }),
});
export type Manifest = z.infer<typeof manifest>;
export type TableSum = Manifest['tables'][number];

/** The entry of a piece of a table. */
export const pieceName = (table: string, n: number) =>
  `database/${table}/${String(n).padStart(6, '0')}.zst`;

/** The entry of a file's bytes. */
export const fileName = (key: string) => `files/${key}`;

/** The entry of the sums of the files before it. */
export const sumsName = (n: number) => `sums/${String(n).padStart(6, '0')}`;

/** Files between two `sums`. */
export const FILES_A_SUM = 1_000;

/** A line of `sums`. */
export const sumLine = (key: string, sha: string) => `${sha}  ${fileName(key)}\n`;

/** Bytes of a piece before it is compressed. */
export const PIECE_BYTES = 4 * 1024 * 1024;
