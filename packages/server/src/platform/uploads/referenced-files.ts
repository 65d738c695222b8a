/**
 * The files that a module's rows reference and that cannot be generated again: a backup copies them. A row must be
 * updated before one of its files is deleted.
 */
export interface ReferencedFiles<Row> {
  /** SQL query for the rows that reference existing files, in a fixed order. */
  readonly rows: string;
  /** Storage keys of a row's files. */
  keys(row: Row): string[];
}
