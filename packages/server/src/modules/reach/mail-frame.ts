import { composeMail, type MailWay, whyMailed } from '../../platform/mail/index.ts';
import type { Mail } from '../../ports/mailer.ts';
import { settingsPath } from './push-notice.ts';

/** What a mail of a notice says; everything a person wrote stands in it as text. */
export interface MailParts {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly heading: string;
  readonly body: string;
  /** The one thing to do. */
  readonly act: MailWay;
  /** Where a single press ends mails of this kind. */
  readonly unsubscribeUrl?: string;
}

/** A mail of a notice, with the way to the settings that it came by. */
export function mailOf({ body, ...parts }: MailParts, publicUrl: string): Promise<Mail> {
  const { heading, unsubscribeUrl } = parts;
  const choose = { label: 'Escolher o que recebo', url: `${publicUrl}${settingsPath}` };
  const stop = unsubscribeUrl && { label: 'Não receber mais estes e-mails', url: unsubscribeUrl };
  return composeMail({
    ...parts,
    preheader: heading,
    blocks: [{ kind: 'text', text: body }],
    notes: [whyMailed, choose, ...(stop ? [stop] : [])],
  });
}
