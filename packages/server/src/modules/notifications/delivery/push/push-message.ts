import {
  type NotificationPage,
  notificationDeliveryTopic,
  notificationPage,
} from '@guilda/contract/notifications';
import type { PushNotice } from '../../../../ports/push-sender.ts';
import type { DeliverableNotification } from '../deliverable-store.ts';

/** Maximum length of text in a push, in characters. */
const MAX_BODY_LENGTH = 80;

function shortenBody(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length <= MAX_BODY_LENGTH
    ? characters.join('')
    : `${characters.slice(0, MAX_BODY_LENGTH - 1).join('')}…`;
}

/** The path of an order's page for its buyer or its seller. */
export const orderPath = (paymentId: string, isBuyer: boolean) =>
  `/sales?${isBuyer ? 'aba=compras&' : ''}pedido=${encodeURIComponent(paymentId)}`;

/** The path that opens the chat with a person. */
export const chatPath = (uid: string) => `/?conversa=${encodeURIComponent(uid)}`;

/** The path of the delivery preferences. */
export const settingsPath = '/user/settings#avisos';

function orderMessage({
  additionalInfo,
  isBuyer,
  discreet,
  content,
}: DeliverableNotification): PushNotice {
  const { paymentId = '', purchaseCode } = additionalInfo;
  return {
    title: purchaseCode === undefined ? 'Guilda' : `Pedido ${purchaseCode}`,
    body: discreet ? 'Há uma novidade neste pedido.' : shortenBody(content),
    url: orderPath(paymentId, isBuyer),
    tag: `order:${paymentId}`,
  };
}

/** Pages of the notifications that the team and the product send. */
const settingsPaths = {
  'own-cases': '/user/settings#denuncias',
  decisions: '/user/settings#decisoes',
  'data-export': '/user/settings#dados',
} as const satisfies Partial<Record<NotificationPage, string>>;

/** Decisions and outcomes are not shown on locked screens: the push only says that there is a message. */
function teamMessage({
  id,
  type,
  senderId,
  content,
  additionalInfo,
}: DeliverableNotification): PushNotice {
  const base = { title: 'Guilda', tag: `notice:${id}` };
  const page = notificationPage({ type, senderId, additionalInfo });
  if (page === 'data-export')
    return { ...base, body: shortenBody(content), url: settingsPaths[page] };
  const body = 'Há uma mensagem da equipe da Guilda para você.';
  return { ...base, body, url: settingsPaths[page === 'own-cases' ? page : 'decisions'] };
}

/** What a browser shows of a notification; tags are known to older service workers, keep them. */
export function pushMessageOf(notification: DeliverableNotification): PushNotice {
  const { id, senderId, senderName, additionalInfo, discreet, content } = notification;
  if (notification.type === 'moderation' || notification.type === 'export')
    return teamMessage(notification);
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

/** The push with which people test whether pushes arrive. */
export const testPushMessage: PushNotice = {
  title: 'Guilda',
  body: 'Tudo certo: os avisos chegam a este aparelho.',
  url: settingsPath,
  tag: 'test',
};
