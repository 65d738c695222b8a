/**
 * The files that a module's rows reference and that cannot be generated anew: what a backup has to copy. A row must
 * be updated before one of its files is deleted.
 */
export interface ReferencedFiles<Row> {
  /** Query for the rows that reference existing files, in a fixed order. */
  readonly rows: string;
  /** Keys of a row's files. */
  keys(row: Row): string[];
}
