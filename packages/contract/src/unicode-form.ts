/**
 * Matches a run of combining marks in full, and its first 32 in a group; no language stacks more than a few. The two
 * half-width voicing marks of Japanese are letters that become marks in the form NFKD.
 */
const markRunPattern = /([\p{M}\uff9e\uff9f]{1,32})[\p{M}\uff9e\uff9f]*/gu;

/**
 * A text in a normalization form of Unicode, with at most 32 combining marks in a row. Longer runs are cut before, because
 * the time to sort marks grows with the square of their number: a run of 120,000 marks would take ten seconds. Use this
 * function instead of `String.prototype.normalize` for text of any length from clients.
 */
export const toUnicodeForm = (text: string, form: 'NFC' | 'NFD' | 'NFKD'): string =>
  text.replace(markRunPattern, '$1').normalize(form);
