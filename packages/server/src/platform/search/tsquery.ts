/** A `tsquery` as text; null matches nothing and is left out. */
export type TsQuery = string | null;

const quoteLexeme = (lexeme: string) => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;

/** Matches a lexeme. */
export const matchLexeme = (lexeme: string): string => quoteLexeme(lexeme);

/** Matches lexemes with this prefix. */
export const matchPrefix = (lexeme: string): string => `${quoteLexeme(lexeme)}:*`;

function joinQueries(parts: readonly TsQuery[], operator: '&' | '|'): TsQuery {
  const there = [...new Set(parts.filter((part) => part !== null))];
  if (there.length < 2) return there[0] ?? null;
  return `(${there.join(` ${operator} `)})`;
}

export const matchAll = (parts: readonly TsQuery[]): TsQuery => joinQueries(parts, '&');
export const matchAny = (parts: readonly TsQuery[]): TsQuery => joinQueries(parts, '|');

/**
 * Turns a list of ever wider matches into disjoint layers: each excludes the results of the one before; null for a
 * layer that equals the one before.
 */
export function toDisjointLayers(widening: readonly TsQuery[]): readonly TsQuery[] {
  return widening.map((match, index) => {
    const before = widening[index - 1] ?? null;
    if (match === null || match === before) return null;
    return before === null ? match : `${match} & !${before}`;
  });
}
