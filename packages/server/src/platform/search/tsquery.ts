/** A `tsquery` as text; null matches nothing and is left out. */
export type Match = string | null;

const quoted = (lexeme: string) => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;

/** Matches a lexeme. */
export const holds = (lexeme: string): string => quoted(lexeme);

/** Matches lexemes with this prefix. */
export const prefixOf = (lexeme: string): string => `${quoted(lexeme)}:*`;

function joined(parts: readonly Match[], operator: '&' | '|'): Match {
  const there = [...new Set(parts.filter((part) => part !== null))];
  if (there.length < 2) return there[0] ?? null;
  return `(${there.join(` ${operator} `)})`;
}

export const matchAll = (parts: readonly Match[]): Match => joined(parts, '&');
export const matchAny = (parts: readonly Match[]): Match => joined(parts, '|');

/**
 * Turns a list of ever wider matches into disjoint layers: each excludes the results of the one before; null for a
 * layer that equals the one before.
 */
export function layersOf(widening: readonly Match[]): readonly Match[] {
  return widening.map((match, index) => {
    const before = widening[index - 1] ?? null;
    if (match === null || match === before) return null;
    return before === null ? match : `${match} & !${before}`;
  });
}
