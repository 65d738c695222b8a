/** What must not end a cut text: half a character, a joiner, or space. */
const incompleteEndPattern = /(?:\p{Surrogate}|\u200d|\s)+$/u;

/** A text on one line with at most `length` UTF-16 units; a longer one ends in `…`. */
export function excerptOf(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= length
    ? line
    : `${line.slice(0, length - 1).replace(incompleteEndPattern, '')}…`;
}
