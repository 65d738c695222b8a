/*
 * This file removes from error messages and stack traces everything that could be personal: e-mails, ids,
 * tokens, longer numbers, addresses except those of the program's own code, parsed values, and longer
 * quotes. What is left still identifies the error.
 */

/** Maximum lengths of what is stored of an error, in characters, and the maximum number of its frames. */
const MAX_MESSAGE_LENGTH = 300;
const MAX_STACK_LENGTH = 2_000;
const MAX_FRAMES = 12;
/** Longer lines are not stack frames; skipping them also bounds the work of the regular expressions. */
const MAX_FRAME_LENGTH = 300;

/** Paths of the program's own code, which are not personal. */
const ownCodePath = /^\/(?:assets|app|node_modules|@[\w-]+)\/[\w./@~-]+/;

/** A path of the program's own code with line and column; any other address becomes `<address>`. */
function scrubAddress(found: string): string {
  const path = found.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/\s]*/i, '');
  const code = ownCodePath.exec(path)?.[0];
  if (code === undefined) return '<address>';
  const position = /(?::\d+){1,2}$/.exec(path)?.[0] ?? '';
  return `${code.replace(/(?::\d+){1,2}$/, '')}${position}`;
}

const addressPattern = /(?:[a-z][a-z0-9+.-]*:\/\/|(?<![\w<>])\/)[^\s"'`“”«»()<>]+/gi;
/** Apostrophes and backticks are allowed in mail addresses, even right before the `@`. */
const emailPattern = /[^\s"<>()@]+@[\p{L}\p{N}._-]+/gu;
const uuidPattern = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/gi;
const tokenPattern = /[\w-]{32,}/g;
const longNumberPattern = /\d{3,}/g;
const quotedTextPattern = /"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|«[^»]*»/g;

/** Engines quote the JSON that they could not parse. */
const unparsedJsonPattern = /, \.*".*(?= is not valid JSON)/s;
const bracedTextPattern = /\{.*\}|\[.*\]/s;

/** Longer quotes could be personal, in words and in characters. */
const MAX_QUOTED_WORDS = 3;
const MAX_QUOTE_LENGTH = 32;

const isShortQuote = (text: string) =>
  text.length - 2 <= MAX_QUOTE_LENGTH && text.trim().split(/\s+/).length <= MAX_QUOTED_WORDS;

const scrubWords = (text: string) =>
  text
    .replace(uuidPattern, '<id>')
    .replace(emailPattern, '<email>')
    .replace(tokenPattern, '<token>')
    .replace(longNumberPattern, '#');

/** Keeps addresses of code and scrubs the text between them. */
function scrubLine(line: string): string {
  let clean = '';
  let from = 0;
  for (const match of line.matchAll(addressPattern)) {
    clean += scrubWords(line.slice(from, match.index)) + scrubAddress(match[0]);
    from = match.index + match[0].length;
  }
  return clean + scrubWords(line.slice(from));
}

/** A message without personal data; an empty one becomes `Error`. */
export function scrubMessage(message: string): string {
  const plain = message
    .replace(unparsedJsonPattern, ' …')
    .replace(bracedTextPattern, '{…}')
    .replace(quotedTextPattern, (text) => (isShortQuote(text) ? text : '"…"'));
  return scrubLine(plain).replace(/\s+/g, ' ').trim().slice(0, MAX_MESSAGE_LENGTH) || 'Error';
}

/** A stack frame as engines write it. */
const stackFramePattern =
  /^at \S.*(?::\d+\)?|\((?:<anonymous>|native|index \d+)\))$|^[^\s@]*@\S+:\d+$/;

/** The frames of a stack, without its head, which repeats the message. */
export function scrubStack(stack: string): string {
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length <= MAX_FRAME_LENGTH)
    .filter((line) => stackFramePattern.test(line))
    .slice(0, MAX_FRAMES)
    .map(scrubLine)
    .join('\n')
    .slice(0, MAX_STACK_LENGTH);
}
