import { LinkifyIt } from 'linkify-it';

/** A part of a text; `href` is set if the part is a link. */
export interface TextPart {
  readonly text: string;
  readonly href?: string;
}

// Only addresses with http or https, because a bare domain is often a missing space after a full stop. Addresses that
// contain a username are found as a whole, so that the whole can be left as plain text.
const linkFinder = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);

/** Invisible characters and characters that change the text direction, which could disguise an address. */
const disguisingCharacters = /[\p{Cf}\p{Zl}\p{Zp}]/u;

/** The link target of a typed address; null when the text is no address or a misleading one (`https://bank@evil`). */
function hrefOf(typedLink: string): string | null {
  if (disguisingCharacters.test(typedLink) || !URL.canParse(typedLink)) return null;
  const { protocol, username, password, href } = new URL(typedLink);
  const hasWebProtocol = protocol === 'https:' || protocol === 'http:';
  return hasWebProtocol && !username && !password ? href : null;
}

/** Splits a person's text into plain text and http(s) addresses; the parts joined equal the text. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let position = 0;
  for (const { index, lastIndex } of linkFinder.match(text) ?? []) {
    const typedLink = text.slice(index, lastIndex);
    const href = hrefOf(typedLink);
    if (href === null) continue;
    if (index > position) parts.push({ text: text.slice(position, index) });
    parts.push({ text: typedLink, href });
    position = lastIndex;
  }
  if (position < text.length) parts.push({ text: text.slice(position) });
  return parts;
}
