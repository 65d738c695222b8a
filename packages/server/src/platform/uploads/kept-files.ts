/**
 * What a module keeps among the files that cannot be made anew, as its rows tell: what a backup has to
 * copy. A row that is read must say so before any of its files is erased.
 */
export interface KeptFiles<Row> {
  /** The rows that name files which are there, as one query in a fixed order. */
  readonly rows: string;
  /** Keys of a row's files. */
  keys(row: Row): string[];
}
