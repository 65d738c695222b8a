import type { Database } from '../../platform/database/pool.ts';
import type { Mail, Mailer } from '../../ports/mailer.ts';
import { mailOf } from './mail-frame.ts';
import { type NoticeFacts, readNotice } from './notice-facts.ts';
import { orderPath } from './push-notice.ts';
import { readSettings } from './settings-store.ts';
import { wantsMail } from './wishes.ts';

/** What happened to an order, as the head of a mail says it; see `additionalInfo.event`. */
const headings: Readonly<Record<string, string>> = {
  paid: 'Você tem um novo pedido',
  started: 'O atendimento vai começar',
  completed: 'O pedido foi concluído',
  expired: 'O pedido foi cancelado',
  revoked: 'O pedido foi cancelado',
  refunded: 'O pedido foi encerrado',
  returned: 'Um pagamento foi devolvido',
  reviewed: 'Você recebeu uma avaliação',
};

/** The mail that tells of an order; what is for adults is not named in it. */
export function orderMail(notice: NoticeFacts, to: string, publicUrl: string): Promise<Mail> {
  const { id, content, additionalInfo, buys, discreet } = notice;
  const { paymentId = '', purchaseCode = '', event = '' } = additionalInfo;
  const heading = headings[event] ?? 'Novidade em um pedido';
  const parts = {
    id: `order-${id}`,
    to,
    subject: `${heading}: ${purchaseCode}`,
    heading,
    body: discreet ? `Há uma novidade no pedido ${purchaseCode}.` : content,
    act: { label: 'Ver o pedido', url: publicUrl + orderPath(paymentId, buys) },
  };
  return mailOf(parts, publicUrl);
}

export interface OrderMailDeps {
  readonly database: Pick<Database, 'db' | 'pool'>;
  readonly mailer: Mailer;
  readonly publicUrl: string;
}

/** Mails a notification of an order unless it was read; the same mail under the same id each time. */
export const mailOrder =
  ({ database, mailer, publicUrl }: OrderMailDeps) =>
  async (notificationId: string): Promise<void> => {
    const notice = await readNotice(database, notificationId);
    if (!notice?.email) return;
    if (!wantsMail(notice, await readSettings(database.db, notice.receiverId))) return;
    await mailer.send(await orderMail(notice, notice.email, publicUrl));
  };
