/*
 * This file removes from error messages and stack traces everything that could be personal: e-mails, ids,
 * tokens, numbers of three digits or more, addresses except those of the program's own code, JSON, and quotes
 * of more than a few words. What is left still identifies the error.
 */

/** Maximum stored length of an error message, in characters; longer messages are cut. */
const MAX_MESSAGE_LENGTH = 300;
/** Maximum stored length of a stack, in characters; longer stacks are cut. */
const MAX_STACK_LENGTH = 2_000;
/** Maximum number of stored stack frames; further frames are left out. */
const MAX_FRAMES = 12;
/**
 * Maximum length of a stack line, in characters. A longer line is no stack frame and is skipped, which also limits the
 * work of the regular expressions.
 */
const MAX_FRAME_LENGTH = 300;

/** Path of a file of the program's own code. Such a path is not personal and stays in the error. */
const ownCodePath = /^\/(?:assets|app|node_modules|@[\w-]+)\/[\w./@~-]+/;

/**
 * Removes the origin from an address of the program's own code and keeps path, line and column; returns `<address>` for
 * any other address.
 */
function scrubAddress(foundAddress: string): string {
  const path = foundAddress.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/\s]*/i, '');
  const code = ownCodePath.exec(path)?.[0];
  if (code === undefined) return '<address>';
  const position = /(?::\d+){1,2}$/.exec(path)?.[0] ?? '';
  return `${code.replace(/(?::\d+){1,2}$/, '')}${position}`;
}

const addressPattern = /(?:[a-z][a-z0-9+.-]*:\/\/|(?<![\w<>])\/)[^\s"'`“”«»()<>]+/gi;
/** An e-mail address; the part before the `@` may contain apostrophes and backticks. */
const emailPattern = /[^\s"<>()@]+@[\p{L}\p{N}._-]+/gu;
const uuidPattern = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/gi;
const tokenPattern = /[\w-]{32,}/g;
const longNumberPattern = /\d{3,}/g;
const quotedTextPattern = /"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|«[^»]*»/g;

/** The quoted input in the `JSON.parse` error of browsers; the input could be personal. */
const unparsedJsonPattern = /, \.*".*(?= is not valid JSON)/s;
const bracedTextPattern = /\{.*\}|\[.*\]/s;

/** Maximum number of words in a quoted text that stays in the error; longer quotes could be personal. */
const MAX_QUOTED_WORDS = 3;
/** Maximum number of characters in a quoted text that stays in the error; longer quotes could be personal. */
const MAX_QUOTE_LENGTH = 32;

const isShortQuote = (text: string) =>
  text.length - 2 <= MAX_QUOTE_LENGTH && text.trim().split(/\s+/).length <= MAX_QUOTED_WORDS;

const scrubWords = (text: string) =>
  text
    .replace(uuidPattern, '<id>')
    .replace(emailPattern, '<email>')
    .replace(tokenPattern, '<token>')
    .replace(longNumberPattern, '#');

/** Scrubs addresses and the text between the addresses separately, so that addresses of code stay readable. */
function scrubLine(line: string): string {
  let cleanLine = '';
  let from = 0;
  for (const match of line.matchAll(addressPattern)) {
    cleanLine += scrubWords(line.slice(from, match.index)) + scrubAddress(match[0]);
    from = match.index + match[0].length;
  }
  return cleanLine + scrubWords(line.slice(from));
}

/** Removes personal data from an error message; returns `Error` for an empty message. */
export function scrubMessage(message: string): string {
  const scrubbedMessage = message
    .replace(unparsedJsonPattern, ' …')
    .replace(bracedTextPattern, '{…}')
    .replace(quotedTextPattern, (text) => (isShortQuote(text) ? text : '"…"'));
  return (
    scrubLine(scrubbedMessage).replace(/\s+/g, ' ').trim().slice(0, MAX_MESSAGE_LENGTH) || 'Error'
  );
}

/** A stack frame in the format of V8 (`at …`) or of other engines (`name@…:line`). */
const stackFramePattern =
  /^at \S.*(?::\d+\)?|\((?:<anonymous>|native|index \d+)\))$|^[^\s@]*@\S+:\d+$/;

/** The stack frames of `stack`. The first lines are dropped because they repeat the message. */
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
