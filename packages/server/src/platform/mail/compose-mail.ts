import { type Mail, toSingleLine } from '../../ports/mailer.ts';
import type { MailContent, MailSite } from './content.ts';

const webUrlPattern = /^https?:\/\/[^/\s]/;

/** All link URLs in a mail. */
function* linkUrlsOf({ button, notes, blocks }: MailContent): Generator<string> {
  if (button) yield button.url;
  for (const note of notes) if (typeof note !== 'string') yield note.url;
  for (const block of blocks) {
    if (block.kind !== 'facts') continue;
    for (const { href } of block.facts) if (href !== undefined) yield href;
  }
}

/**
 * Renders a mail in Guilda's layout, with an HTML part and a text part of the same content. Every mail of Guilda is
 * made by this function, and names the company in its footer. Callers build link URLs from `PUBLIC_URL`, never from
 * client input; a URL without `http(s)` throws `TypeError`. Text that people wrote goes into `quote` blocks (any
 * length, line breaks kept) or into the value of a fact; `text`, labels, heading and preheader are Guilda's own words.
 */
export async function composeMail(
  content: MailContent,
  { company }: Pick<MailSite, 'company'>,
): Promise<Mail> {
  const { id, to, unsubscribeUrl } = content;
  for (const linkUrl of linkUrlsOf(content)) {
    if (!webUrlPattern.test(linkUrl)) throw new TypeError('A link of a mail is not an http(s) URL');
  }
  const subject = toSingleLine(content.subject);
  // The libraries that render mails are large, so they are loaded for the first mail instead of at every start.
  const { renderMail } = await import('./frame.ts');
  return {
    id,
    to,
    subject,
    ...(await renderMail({ ...content, subject, company })),
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
  };
}
