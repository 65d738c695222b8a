import type { NotificationPage } from '@guilda/contract/notifications/notification-kinds';
import {
  notificationDeliveryTopic,
  notificationPage,
} from '@guilda/contract/notifications/notifications';
import type { PushMessage } from '../../../../ports/push-sender.ts';
import type { DeliverableNotification } from '../deliverable-store.ts';

/** Maximum length of the text of a push, in Unicode code points. */
const MAX_BODY_LENGTH = 80;

function shortenBody(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length <= MAX_BODY_LENGTH
    ? characters.join('')
    : `${characters.slice(0, MAX_BODY_LENGTH - 1).join('')}…`;
}

/** Path that opens an order's main dialog for its buyer or its seller, or the history when nothing is left to do. */
export const orderPath = (orderId: string, isBuyer: boolean) =>
  `/sales?${isBuyer ? 'aba=compras&' : ''}pedido=${encodeURIComponent(orderId)}&acao=ver`;

/** Path of the page that opens the chat with a person. */
export const chatPath = (uid: string) => `/?conversa=${encodeURIComponent(uid)}`;

/** Path of the page with the seller's balance and withdrawals. */
const walletPath = '/sales?aba=carteira';

/** Path of the page with the delivery preferences. */
export const settingsPath = '/user/settings/avisos';

function orderMessage({
  additionalInfo,
  isBuyer,
  discreet,
  content,
}: DeliverableNotification): PushMessage {
  const { paymentId: orderId = '', purchaseCode } = additionalInfo;
  return {
    title: purchaseCode === undefined ? 'Guilda' : `Pedido ${purchaseCode}`,
    body: discreet ? 'Há uma novidade neste pedido.' : shortenBody(content),
    url: orderPath(orderId, isBuyer),
    tag: `order:${orderId}`,
  };
}

/** Paths of the settings pages that notifications of the team and notifications about data exports open. */
const settingsPaths = {
  'own-cases': '/user/settings/denuncias',
  decisions: '/user/settings/decisoes',
  'data-export': '/user/settings/dados',
} as const satisfies Partial<Record<NotificationPage, string>>;

/**
 * The push for a message of the team. It only says that there is a message, because decisions and outcomes must not be
 * shown on locked screens.
 */
function teamMessage({
  id,
  type,
  senderId,
  content,
  additionalInfo,
}: DeliverableNotification): PushMessage {
  const basePush = { title: 'Guilda', tag: `notice:${id}` };
  const page = notificationPage({ type, senderId, additionalInfo });
  if (page === 'data-export')
    return { ...basePush, body: shortenBody(content), url: settingsPaths[page] };
  const body = 'Há uma mensagem da equipe da Guilda para você.';
  return { ...basePush, body, url: settingsPaths[page === 'own-cases' ? page : 'decisions'] };
}

/**
 * The push that a browser shows for a notification. Older service workers know the tags, so the tags must not change.
 */
export function pushMessageOf(notification: DeliverableNotification): PushMessage {
  const { id, senderId, senderName, additionalInfo, discreet, content } = notification;
  if (notification.type === 'moderation' || notification.type === 'export')
    return teamMessage(notification);
  if (notificationPage(notification) === 'wallet')
    return { title: 'Guilda', body: shortenBody(content), url: walletPath, tag: `notice:${id}` };
  const topic = notificationDeliveryTopic(notification);
  if (topic === 'orders') return orderMessage(notification);
  if (topic !== 'community' && senderId !== null) {
    const title = senderName ?? 'Guilda';
    return {
      title,
      body: shortenBody(content),
      url: chatPath(senderId),
      tag: `${topic}:${senderId}`,
    };
  }
  const { postId } = additionalInfo;
  return {
    title: 'Guilda',
    body: discreet ? 'Há uma novidade em uma publicação.' : shortenBody(content),
    url: postId === undefined ? '/' : `/post/${encodeURIComponent(postId)}`,
    tag: `notice:${id}`,
  };
}

/** The push that people send to their own browser as a test. */
export const testPushMessage: PushMessage = {
  title: 'Guilda',
  body: 'Tudo certo: os avisos chegam a este aparelho.',
  url: settingsPath,
  tag: 'test',
};
