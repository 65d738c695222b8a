/** A part of a query on a `tsvector`, in the text form of a `tsquery`; null asks for nothing. */
export type Match = string | null;

const quoted = (lexeme: string) => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;

/** Holds this lexeme. */
export const holds = (lexeme: string): string => quoted(lexeme);

/** Holds a lexeme that begins so. */
export const beginning = (lexeme: string): string => `${quoted(lexeme)}:*`;

function joined(parts: readonly Match[], operator: '&' | '|'): Match {
  const there = [...new Set(parts.filter((part) => part !== null))];
  if (there.length < 2) return there[0] ?? null;
  return `(${there.join(` ${operator} `)})`;
}

export const all = (parts: readonly Match[]): Match => joined(parts, '&');
export const any = (parts: readonly Match[]): Match => joined(parts, '|');

/**
 * From ever wider matches the ones to be read in turn: each leaves out what an earlier one found,
 * and one that cannot find more than the one before is null.
 */
export function layersOf(widening: readonly Match[]): readonly Match[] {
  return widening.map((match, index) => {
    const before = widening[index - 1] ?? null;
    if (match === null || match === before) return null;
    return before === null ? match : `${match} & !${before}`;
  });
}
