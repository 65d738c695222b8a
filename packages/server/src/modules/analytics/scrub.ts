/**
 * Removes from error texts everything that could be personal: e-mails, ids, tokens, longer numbers,
 * addresses except those of the program's own code, parsed values, and longer quotes. What is left still
 * identifies the error.
 */

const MESSAGE = 300;
const STACK = 2_000;
const FRAMES = 12;
/** Longer lines are not stack frames; skipping them also bounds the work of the regular expressions. */
const FRAME = 300;

/** Paths of the program's own code, which are not personal. */
const ownCode = /^\/(?:assets|app|node_modules|@[\w-]+)\/[\w./@~-]+/;

/** Keeps paths of the program's own code with line and column; replaces other addresses. */
function addressOf(found: string): string {
  const path = found.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/\s]*/i, '');
  const code = ownCode.exec(path)?.[0];
  if (code === undefined) return '<address>';
  const position = /(?::\d+){1,2}$/.exec(path)?.[0] ?? '';
  return `${code.replace(/(?::\d+){1,2}$/, '')}${position}`;
}

const address = /(?:[a-z][a-z0-9+.-]*:\/\/|(?<![\w<>])\/)[^\s"'`“”«»()<>]+/gi;
/** Apostrophes and backticks are allowed in mail addresses, even right before the `@`. */
const email = /[^\s"<>()@]+@[\p{L}\p{N}._-]+/gu;
const uuid = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/gi;
const token = /[\w-]{32,}/g;
const longNumber = /\d{3,}/g;
const quoted = /"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|«[^»]*»/g;

/** Engines quote the JSON that they could not parse. */
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

/** Keeps addresses of code and scrubs the text between them. */
function scrubLine(line: string): string {
  let clean = '';
  let from = 0;
  for (const match of line.matchAll(address)) {
    clean += scrubWords(line.slice(from, match.index)) + addressOf(match[0]);
    from = match.index + match[0].length;
  }
  return clean + scrubWords(line.slice(from));
}

/** A message without personal data; an empty one becomes `Error`. */
export function scrubMessage(message: string): string {
  const plain = message
    .replace(readValue, ' …')
    .replace(braces, '{…}')
    .replace(quoted, (text) => (shortQuote(text) ? text : '"…"'));
  return scrubLine(plain).replace(/\s+/g, ' ').trim().slice(0, MESSAGE) || 'Error';
}

/** A stack frame as engines write it. */
const stackFrame = /^at \S.*(?::\d+\)?|\((?:<anonymous>|native|index \d+)\))$|^[^\s@]*@\S+:\d+$/;

/** The frames of a stack, without its head, which repeats the message. */
export function scrubStack(stack: string): string {
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length <= FRAME)
    .filter((line) => stackFrame.test(line))
    .slice(0, FRAMES)
    .map(scrubLine)
    .join('\n')
    .slice(0, STACK);
}
