/** Characters with which a cut text must not end: half of a surrogate pair, a joiner or a space. */
const incompleteEndPattern = /(?:\p{Surrogate}|\u200d|\s)+$/u;

/** Returns the text on one line, cut to at most `maxLength` UTF-16 units; a cut text ends in `…`. */
export function excerptOf(text: string, maxLength: number): string {
  const oneLineText = text.replace(/\s+/g, ' ').trim();
  return oneLineText.length <= maxLength
    ? oneLineText
    : `${oneLineText.slice(0, maxLength - 1).replace(incompleteEndPattern, '')}…`;
}
