import { type Notification, notificationLead } from '@guilda/contract/notifications';

export type NotificationTextFields = Pick<
  Notification,
  'type' | 'content' | 'senderName' | 'additionalInfo'
>;

/**
 * Number of characters of the text before the sender's badges: 0 when the sender's name is the lead, null when
 * the notification does not name the sender.
 */
export function badgesOffset(
  { type, senderName }: NotificationTextFields,
  lead: string,
  text: string,
) {
  if (senderName === null) return null;
  if (lead === senderName) return 0;
  const named = type === 'call' ? text.indexOf(senderName) : -1;
  return named < 0 ? null : named + senderName.length;
}

/** Splits a notification into its bold lead (the sender or the topic) and the rest of its text. */
export function notificationText(notice: NotificationTextFields): { lead: string; text: string } {
  const lead = notificationLead(notice) ?? notice.senderName ?? 'Guilda';
  const { content } = notice;
  // The lead is not repeated where the text begins with it.
  const said = content.startsWith(lead) && !/^[\p{L}\p{N}]/u.test(content.slice(lead.length));
  return { lead, text: said ? content.slice(lead.length) : ` ${content}` };
}
