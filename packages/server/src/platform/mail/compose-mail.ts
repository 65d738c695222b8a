import { render } from '@react-email/render';
import { createElement } from 'react';
import { type Mail, singleLine } from '../../ports/mailer.ts';
import type { MailContent } from './content.ts';
import { MailFrame } from './frame.ts';
import { plainText } from './plain-text.ts';

const page = /^https?:\/\/[^/\s]/;

/** Every address that a mail leads to. */
function* addressesOf({ act, notes, blocks }: MailContent): Generator<string> {
  if (act) yield act.url;
  for (const note of notes) if (typeof note !== 'string') yield note.url;
  for (const block of blocks) {
    if (block.kind !== 'facts') continue;
    for (const { href } of block.facts) if (href !== undefined) yield href;
  }
}

/**
 * A mail as it leaves, in the house's frame: one HTML and one text part that say the same. Every mail
 * of the product comes from here. Addresses of pages are made by the caller from the product's own
 * (`PUBLIC_URL`), never from what a client sent; an address without `http(s)` throws `TypeError`.
 *
 * What people wrote goes into `quote` blocks (any length, breaks kept) or, where it names something,
 * into the value of a fact; `text`, labels, heading and preheader are words of the house.
 */
export async function composeMail(content: MailContent): Promise<Mail> {
  const { id, to, unsubscribeUrl } = content;
  for (const address of addressesOf(content)) {
    if (!page.test(address)) throw new TypeError('A mail leads to something that is no page');
  }
  const subject = singleLine(content.subject);
  const html = await render(createElement(MailFrame, { ...content, subject }));
  return {
    id,
    to,
    subject,
    text: plainText(html),
    html,
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
  };
}
