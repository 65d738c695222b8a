import { LinkifyIt } from 'linkify-it';

/** A stretch of a text; `href` where it is an address that one may follow. */
export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

// Only addresses written out with http or https: a bare domain is as often a slip of the space bar.
// Addresses with a user's name are found whole, so that they can be left alone whole.
const linkFinder = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);

/** Marks that would show an address in another order than it has, or hide a part of it. */
const disguisingCharacters = /[\p{Cf}\p{Zl}\p{Zp}]/u;

/** Where the address leads; null for what is none, or pretends to lead elsewhere (`https://bank@evil`). */
function hrefOf(typed: string): string | null {
  if (disguisingCharacters.test(typed) || !URL.canParse(typed)) return null;
  const { protocol, username, password, href } = new URL(typed);
  const followed = protocol === 'https:' || protocol === 'http:';
  return followed && !username && !password ? href : null;
}

/** A person's text cut into plain stretches and http(s) addresses; joined again it is what was typed. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { index, lastIndex } of linkFinder.match(text) ?? []) {
    const typed = text.slice(index, lastIndex);
    const href = hrefOf(typed);
    if (href === null) continue;
    if (index > at) parts.push({ text: text.slice(at, index) });
    parts.push({ text: typed, href });
    at = lastIndex;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
