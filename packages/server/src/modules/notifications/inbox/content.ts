import { excerptOf } from './excerpt.ts';

/** UTF-16 units of a comment that are quoted. */
const MAX_QUOTE_LENGTH = 60;

/** What the text of a notification is made of when it is read. */
export interface NotificationContent {
  readonly type: string;
  /** The stored text; empty where it is made of the other fields. */
  readonly content: string;
  /** The sender's current name; null without a sender. */
  readonly senderName: string | null;
  /** How many people the gathered events are from; 0 for none. */
  readonly people: number;
  /** Title of the post; null where it has none or the receiver may not see it. */
  readonly title: string | null;
  /** The newest comment; null where the receiver may not see it. */
  readonly quote: string | null;
}

/** `Bia`, `Bia e mais 1 pessoa`, `Bia e mais 4 pessoas`. */
function peopleText(name: string, people: number): string {
  if (people <= 1) return name;
  return `${name} e mais ${people - 1} ${people === 2 ? 'pessoa' : 'pessoas'}`;
}

function likesText(name: string, { people, title }: NotificationContent): string {
  const did = people > 1 ? 'curtiram' : 'curtiu';
  return `${peopleText(name, people)} ${did} sua publicação${title ? ` “${title}”` : ''}.`;
}

function commentsText(name: string, { people, quote }: NotificationContent): string {
  const did = people > 1 ? 'comentaram' : 'comentou';
  const said = quote ? `: “${excerptOf(quote, MAX_QUOTE_LENGTH)}”` : '.';
  return `${peopleText(name, people)} ${did} na sua publicação${said}`;
}

/** The text of a notification. Names and quotes are current: nothing outlives its account, post or comment. */
export function notificationText(notification: NotificationContent): string {
  const name = notification.senderName ?? 'Alguém';
  if (notification.type === 'like') return likesText(name, notification);
  if (notification.type === 'comment') return commentsText(name, notification);
  if (notification.type === 'call' && notification.content === '')
    return `Ligação perdida de ${name}.`;
  return notification.content;
}
