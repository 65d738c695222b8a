import { notificationMailHeading } from '@guilda/contract/notifications/notifications';
import type { Database } from '../../../../platform/database/pool.ts';
import type { MailSite } from '../../../../platform/mail/index.ts';
import type { Mail, Mailer } from '../../../../ports/mailer.ts';
import { type DeliverableNotification, readDeliverable } from '../deliverable-store.ts';
import { wantsMail } from '../delivery-preferences.ts';
import { orderPath } from '../push/push-message.ts';
import { readSettings } from '../settings-store.ts';
import { notificationMail } from './notification-mail.ts';

/** The mail about an event of an order. It does not name adult services. */
export function orderMail(
  notification: DeliverableNotification,
  to: string,
  site: MailSite,
): Promise<Mail> {
  const { id, content, additionalInfo, isBuyer, discreet } = notification;
  const { paymentId: orderId = '', purchaseCode = '' } = additionalInfo;
  const heading = notificationMailHeading(notification) ?? 'Novidade em um pedido';
  const parts = {
    id: `order-${id}`,
    to,
    subject: `${heading}: ${purchaseCode}`,
    heading,
    body: discreet ? `Há uma novidade no pedido ${purchaseCode}.` : content,
    button: { label: 'Ver o pedido', url: site.publicUrl + orderPath(orderId, isBuyer) },
  };
  return notificationMail(parts, site);
}

export interface OrderMailDeps extends MailSite {
  readonly database: Pick<Database, 'db' | 'pool'>;
  readonly mailer: Mailer;
}

/** Mails a notification about an order, unless it was read. A repeated job sends the mail with the same id. */
export const sendOrderMail =
  ({ database, mailer, ...site }: OrderMailDeps) =>
  async (notificationId: string): Promise<void> => {
    const notification = await readDeliverable(database, notificationId);
    if (!notification?.email) return;
    if (!wantsMail(notification, await readSettings(database.db, notification.receiverId))) return;
    await mailer.send(await orderMail(notification, notification.email, site));
  };
