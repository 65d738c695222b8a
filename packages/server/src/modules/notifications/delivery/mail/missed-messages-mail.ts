import type { MailSite } from '../../../../platform/mail/index.ts';
import type { Mail } from '../../../../ports/mailer.ts';
import { chatPath } from '../push/push-message.ts';
import { MAX_SHOWN_MESSAGES, type MissedMessages } from './missed-messages-store.ts';
import { notificationMail } from './notification-mail.ts';

const unreadCountText = (count: number, hasMore: boolean) =>
  count === 1 ? '1 mensagem não lida' : `${hasMore ? 'mais de ' : ''}${count} mensagens não lidas`;

function otherPeopleText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' e mais 1 pessoa' : ` e mais ${count} pessoas`;
}

/** pt-BR text such as `Você tem 3 mensagens não lidas de Bia e mais 2 pessoas`. Only the first sender is named. */
export function missedMessagesText(
  missedMessages: readonly [MissedMessages, ...MissedMessages[]],
): string {
  const unreadCount = missedMessages.reduce(
    (sum, { count }) => sum + Math.min(count, MAX_SHOWN_MESSAGES),
    0,
  );
  const hasMore = missedMessages.some(({ count }) => count > MAX_SHOWN_MESSAGES);
  return `Você tem ${unreadCountText(unreadCount, hasMore)} de ${missedMessages[0].name}${otherPeopleText(missedMessages.length - 1)}`;
}

export interface MissedMessagesMailParts extends MailSite {
  readonly id: string;
  readonly to: string;
  readonly unsubscribeUrl: string;
}

/** The mail about unread messages. It does not quote the messages. */
export function missedMessagesMail(
  missedMessages: readonly [MissedMessages, ...MissedMessages[]],
  { id, to, unsubscribeUrl, ...site }: MissedMessagesMailParts,
): Promise<Mail> {
  const text = missedMessagesText(missedMessages);
  const button = {
    label: 'Abrir a conversa',
    url: site.publicUrl + chatPath(missedMessages[0].senderId),
  };
  const parts = {
    id,
    to,
    subject: text,
    heading: 'Mensagens à sua espera',
    body: `${text}.`,
    button,
  };
  return notificationMail({ ...parts, unsubscribeUrl }, site);
}
