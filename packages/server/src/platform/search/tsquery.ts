/** A PostgreSQL `tsquery` as text; null for a query that matches nothing and is left out. */
export type TsQuery = string | null;

const quoteLexeme = (lexeme: string) => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;

/** A query that matches a lexeme. */
export const matchLexeme = (lexeme: string): string => quoteLexeme(lexeme);

/** A query that matches lexemes with this prefix. */
export const matchPrefix = (lexeme: string): string => `${quoteLexeme(lexeme)}:*`;

function joinQueries(parts: readonly TsQuery[], operator: '&' | '|'): TsQuery {
  const present = [...new Set(parts.filter((part) => part !== null))];
  if (present.length < 2) return present[0] ?? null;
  return `(${present.join(` ${operator} `)})`;
}

export const matchAll = (parts: readonly TsQuery[]): TsQuery => joinQueries(parts, '&');
export const matchAny = (parts: readonly TsQuery[]): TsQuery => joinQueries(parts, '|');

/**
 * Turns a list of ever wider queries into disjoint layers: each layer excludes the results of the previous query, and
 * is null when a query equals the previous one.
 */
export function toDisjointLayers(wideningQueries: readonly TsQuery[]): readonly TsQuery[] {
  return wideningQueries.map((match, index) => {
    const before = wideningQueries[index - 1] ?? null;
    if (match === null || match === before) return null;
    return before === null ? match : `${match} & !${before}`;
  });
}
