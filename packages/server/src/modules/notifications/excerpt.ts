/** What may not stand at the end of a cut text: half a character, or what joins to a next one. */
const torn = /(?:\p{Surrogate}|\u200d|\s)+$/u;

/** A text on one line and at most so many UTF-16 units long; one that is longer ends in `…`. */
export function excerpt(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).replace(torn, '')}…`;
}
