/**
 * Number of rows that a prepared list statement reads for a page of `limit` rows. Statements exist for pages of up to
 * 20 and of up to 50 rows; each reads one row more, which shows whether another page follows.
 */
export const rowsToRead = (limit: number): number => (limit <= 20 ? 21 : 51);
