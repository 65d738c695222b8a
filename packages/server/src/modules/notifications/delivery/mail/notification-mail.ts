import {
  composeMail,
  type MailLink,
  type MailSite,
  whyMailedNote,
} from '../../../../platform/mail/index.ts';
import type { Mail } from '../../../../ports/mailer.ts';
import { settingsPath } from '../push/push-message.ts';

/** Content of a mail about a notification. All texts are inserted as plain text. */
export interface NotificationMailInput {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly heading: string;
  readonly body: string;
  /** The button of the mail: its text and address. */
  readonly button: MailLink;
  /** Address that unsubscribes from this kind of mail with one click, without signing in. */
  readonly unsubscribeUrl?: string;
}

/** Composes a mail about a notification, with a link to the preferences. */
export function notificationMail(
  { body, ...parts }: NotificationMailInput,
  site: MailSite,
): Promise<Mail> {
  const { heading, unsubscribeUrl } = parts;
  const preferencesLink = {
    label: 'Escolher o que recebo',
    url: `${site.publicUrl}${settingsPath}`,
  };
  const unsubscribeLink = unsubscribeUrl && {
    label: 'Não receber mais estes e-mails',
    url: unsubscribeUrl,
  };
  return composeMail(
    {
      ...parts,
      preheader: heading,
      blocks: [{ kind: 'text', text: body }],
      notes: [whyMailedNote, preferencesLink, ...(unsubscribeLink ? [unsubscribeLink] : [])],
    },
    site,
  );
}
