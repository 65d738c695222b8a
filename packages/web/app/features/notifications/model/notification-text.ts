import { type Notification, notificationLead } from '@guilda/contract/notifications/notifications';

export type NotificationTextFields = Pick<
  Notification,
  'type' | 'content' | 'senderName' | 'additionalInfo'
>;

/**
 * Position in the text at which the sender's badges are shown: 0 when the bold lead is the sender's name, null when the
 * notification does not name the sender.
 */
export function badgesOffset(
  { type, senderName }: NotificationTextFields,
  lead: string,
  text: string,
) {
  if (senderName === null) return null;
  if (lead === senderName) return 0;
  const nameOffset = type === 'call' ? text.indexOf(senderName) : -1;
  return nameOffset < 0 ? null : nameOffset + senderName.length;
}

/** Splits a notification into a bold lead (the sender or the topic) and the remaining text. */
export function notificationText(notification: NotificationTextFields): {
  lead: string;
  text: string;
} {
  const lead = notificationLead(notification) ?? notification.senderName ?? 'Guilda';
  const { content } = notification;
  // If the text begins with the lead, the lead is removed from the text.
  const startsWithLead =
    content.startsWith(lead) && !/^[\p{L}\p{N}]/u.test(content.slice(lead.length));
  return { lead, text: startsWithLead ? content.slice(lead.length) : ` ${content}` };
}
