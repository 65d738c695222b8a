import type { PushNotice } from '../../ports/push-sender.ts';
import { type NoticeFacts, topicOf } from './notice-facts.ts';

/** Characters of what people wrote that leave the product at most. */
const MAX = 80;

function cut(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length <= MAX
    ? characters.join('')
    : `${characters.slice(0, MAX - 1).join('')}…`;
}

/** The path of an order's page for one of its two people. */
export const orderPath = (paymentId: string, buys: boolean) =>
  `/sales?${buys ? 'aba=compras&' : ''}pedido=${encodeURIComponent(paymentId)}`;

/** The path that opens the chat with a person. */
export const chatPath = (uid: string) => `/?conversa=${encodeURIComponent(uid)}`;

/** Where the settings of notices are. */
export const settingsPath = '/user/settings#avisos';

function ofOrder({ additionalInfo, buys, discreet, content }: NoticeFacts): PushNotice {
  const { paymentId = '', purchaseCode } = additionalInfo;
  return {
    title: purchaseCode === undefined ? 'Guilda' : `Pedido ${purchaseCode}`,
    body: discreet ? 'Há uma novidade neste pedido.' : cut(content),
    url: orderPath(paymentId, buys),
    tag: `order:${paymentId}`,
  };
}

/** What a browser shows of a notification. */
export function pushNotice(notice: NoticeFacts): PushNotice {
  const { id, senderId, senderName, additionalInfo, discreet, content } = notice;
  const topic = topicOf(notice);
  if (topic === 'orders') return ofOrder(notice);
  if (topic !== 'community' && senderId !== null) {
    const title = senderName ?? 'Guilda';
    return { title, body: cut(content), url: chatPath(senderId), tag: `${topic}:${senderId}` };
  }
  const { postId } = additionalInfo;
  return {
    title: 'Guilda',
    body: discreet ? 'Há uma novidade em uma publicação.' : cut(content),
    url: postId === undefined ? '/' : `/post/${encodeURIComponent(postId)}`,
    tag: `notice:${id}`,
  };
}

/** What a person sends themselves to see whether it arrives. */
export const testNotice: PushNotice = {
  title: 'Guilda',
  body: 'Tudo certo: os avisos chegam a este aparelho.',
  url: settingsPath,
  tag: 'test',
};
