/** Characters with which a cut text must not end: half of a surrogate pair, a joiner or a space. */
const incompleteEndPattern = /(?:\p{Surrogate}|\u200d|\s)+$/u;

/** Returns the text on one line, cut to at most `maxLength` UTF-16 units; a cut text ends in `…`. */
export function excerptOf(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= maxLength
    ? line
    : `${line.slice(0, maxLength - 1).replace(incompleteEndPattern, '')}…`;
}
