import { composeMail, type MailLink, whyMailed } from '../../../../platform/mail/index.ts';
import type { Mail } from '../../../../ports/mailer.ts';
import { settingsPath } from '../push/push-message.ts';

/** The content of a mail about a notification; everything is inserted as plain text. */
export interface NotificationMailInput {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly heading: string;
  readonly body: string;
  /** The button. */
  readonly act: MailLink;
  /** The one-click address that ends mails of this kind. */
  readonly unsubscribeUrl?: string;
}

/** Composes a mail about a notification, with a link to the preferences. */
export function notificationMail(
  { body, ...parts }: NotificationMailInput,
  publicUrl: string,
): Promise<Mail> {
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
