import { excerptOf } from './excerpt.ts';

/** Maximum length of a comment's quote in a notification, in UTF-16 units. */
const MAX_QUOTE_LENGTH = 60;

/** The data from which the text of a notification is built each time the notification is loaded. */
export interface NotificationContent {
  readonly type: string;
  /** The stored text; empty when the text is built from the other fields. */
  readonly content: string;
  /** The sender's current name; null for a notification without a sender. */
  readonly senderName: string | null;
  /** Number of people whose likes or comments the notification groups; 0 for other notifications. */
  readonly peopleCount: number;
  /** Title of the post; null when the post has no title or the receiver may not see it. */
  readonly title: string | null;
  /** Text of the newest comment; null when the receiver may not see it. */
  readonly quote: string | null;
}

/** pt-BR text such as `Bia`, `Bia e mais 1 pessoa` or `Bia e mais 4 pessoas`. */
function peopleText(name: string, peopleCount: number): string {
  if (peopleCount <= 1) return name;
  return `${name} e mais ${peopleCount - 1} ${peopleCount === 2 ? 'pessoa' : 'pessoas'}`;
}

function likesText(name: string, { peopleCount, title }: NotificationContent): string {
  const verb = peopleCount > 1 ? 'curtiram' : 'curtiu';
  return `${peopleText(name, peopleCount)} ${verb} sua publicação${title ? ` “${title}”` : ''}.`;
}

function commentsText(name: string, { peopleCount, quote }: NotificationContent): string {
  const verb = peopleCount > 1 ? 'comentaram' : 'comentou';
  const quoteText = quote ? `: “${excerptOf(quote, MAX_QUOTE_LENGTH)}”` : '.';
  return `${peopleText(name, peopleCount)} ${verb} na sua publicação${quoteText}`;
}

/**
 * pt-BR text of a notification. Names and quotes are loaded when the notification is shown, so that they disappear
 * with their account, post or comment.
 */
export function notificationText(notification: NotificationContent): string {
  const name = notification.senderName ?? 'Alguém';
  if (notification.type === 'like') return likesText(name, notification);
  if (notification.type === 'comment') return commentsText(name, notification);
  if (notification.type === 'call' && notification.content === '')
    return `Ligação perdida de ${name}.`;
  return notification.content;
}
