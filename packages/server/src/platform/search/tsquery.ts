/** A PostgreSQL `tsquery` as text; null for a query that matches nothing and is left out. */
export type TsQuery = string | null;

const quoteLexeme = (lexeme: string) => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;

/** A query that matches a lexeme. */
export const matchLexeme = (lexeme: string): string => quoteLexeme(lexeme);

/** A query that matches lexemes with this prefix. */
export const matchPrefix = (lexeme: string): string => `${quoteLexeme(lexeme)}:*`;

function joinQueries(queries: readonly TsQuery[], operator: '&' | '|'): TsQuery {
  const presentQueries = [...new Set(queries.filter((query) => query !== null))];
  if (presentQueries.length < 2) return presentQueries[0] ?? null;
  return `(${presentQueries.join(` ${operator} `)})`;
}

export const matchAll = (queries: readonly TsQuery[]): TsQuery => joinQueries(queries, '&');
export const matchAny = (queries: readonly TsQuery[]): TsQuery => joinQueries(queries, '|');

/**
 * Turns a list of ever wider queries into disjoint layers: each layer excludes the results of the previous query, and
 * is null when a query equals the previous one.
 */
export function toDisjointLayers(wideningQueries: readonly TsQuery[]): readonly TsQuery[] {
  return wideningQueries.map((match, index) => {
    const previousQuery = wideningQueries[index - 1] ?? null;
    if (match === null || match === previousQuery) return null;
    return previousQuery === null ? match : `${match} & !${previousQuery}`;
  });
}
