import { type SQL, type SQLWrapper, sql } from './query-builder.ts';

/** SQL for a `timestamptz` as text in UTC with microseconds: the sort key that `timeKey` accepts. */
export function timeText(column: SQLWrapper): SQL<string> {
  return sql<string>`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** SQL for a `timestamptz` in the API's format: ISO 8601 in UTC with milliseconds. */
export function instantText(column: SQLWrapper): SQL<string> {
  return sql<string>`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
