/**
 * Takes out of an error's text what could be of a person: e-mails, ids, tokens, longer numbers,
 * addresses but those of the program's own code, values that were read, and what stands in quotes and
 * is longer than a few words. What is left says which error it is.
 */

const MESSAGE = 300;
const STACK = 2_000;
const FRAMES = 12;
/** Longer lines are no places; nor is anyone to keep us busy with them. */
const FRAME = 300;

/** Places in the program's own code say nothing of who was there. */
const ownCode = /^\/(?:assets|app|node_modules|@[\w-]+)\/[\w./@~-]+/;

/** The path alone, and only of code; lines and columns stay. */
function addressOf(found: string): string {
  const path = found.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/\s]*/i, '');
  const code = ownCode.exec(path)?.[0];
  if (code === undefined) return '<address>';
  const place = /(?::\d+){1,2}$/.exec(path)?.[0] ?? '';
  return `${code.replace(/(?::\d+){1,2}$/, '')}${place}`;
}

const address = /(?:[a-z][a-z0-9+.-]*:\/\/|(?<![\w<>])\/)[^\s"'`“”«»()<>]+/gi;
/** Apostrophes and backticks may stand in an address, also right before its `@`. */
const email = /[^\s"<>()@]+@[\p{L}\p{N}._-]+/gu;
const uuid = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/gi;
const token = /[\w-]{32,}/g;
const longNumber = /\d{3,}/g;
const quoted = /"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|«[^»]*»/g;

/** JSON that was read is quoted by engines as it came. */
const readValue = /, \.*".*(?= is not valid JSON)/s;
const braces = /\{.*\}|\[.*\]/s;

const MAX_WORDS = 3;
const MAX_QUOTE = 32;

const shortQuote = (text: string) =>
  text.length - 2 <= MAX_QUOTE && text.trim().split(/\s+/).length <= MAX_WORDS;

const scrubWords = (text: string) =>
  text
    .replace(uuid, '<id>')
    .replace(email, '<email>')
    .replace(token, '<token>')
    .replace(longNumber, '#');

/** Leaves addresses of code as they are, and scrubs what is between them. */
function scrubLine(line: string): string {
  let clean = '';
  let from = 0;
  for (const match of line.matchAll(address)) {
    clean += scrubWords(line.slice(from, match.index)) + addressOf(match[0]);
    from = match.index + match[0].length;
  }
  return clean + scrubWords(line.slice(from));
}

/** A message without anything of a person; empty texts become `Error`. */
export function scrubMessage(message: string): string {
  const plain = message
    .replace(readValue, ' …')
    .replace(braces, '{…}')
    .replace(quoted, (text) => (shortQuote(text) ? text : '"…"'));
  return scrubLine(plain).replace(/\s+/g, ' ').trim().slice(0, MESSAGE) || 'Error';
}

/** A line of a stack, as engines write it: it ends in where, or in why it is nowhere. */
const framePlace = /^at \S.*(?::\d+\)?|\((?:<anonymous>|native|index \d+)\))$|^[^\s@]*@\S+:\d+$/;

/** Of a stack its places alone: the head repeats the message, in whatever words. */
export function scrubStack(stack: string): string {
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length <= FRAME)
    .filter((line) => framePlace.test(line))
    .slice(0, FRAMES)
    .map(scrubLine)
    .join('\n')
    .slice(0, STACK);
}
