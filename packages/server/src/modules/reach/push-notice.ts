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

/** Where people read what came of their cases, what was decided about them, and fetch their data. */
const teamPaths = {
  cases: '/user/settings#denuncias',
  decisions: '/user/settings#decisoes',
  data: '/user/settings#dados',
};

/** What comes of the team stands on no locked screen: only that there is something. */
function ofTeam({ id, type, content, additionalInfo }: NoticeFacts): PushNotice {
  const base = { title: 'Guilda', tag: `notice:${id}` };
  if (type === 'export') return { ...base, body: cut(content), url: teamPaths.data };
  const own = additionalInfo['event'] === 'case_decided';
  const body = 'Há uma mensagem da equipe da Guilda para você.';
  return { ...base, body, url: own ? teamPaths.cases : teamPaths.decisions };
}

/** What a browser shows of a notification. */
export function pushNotice(notice: NoticeFacts): PushNotice {
  const { id, senderId, senderName, additionalInfo, discreet, content } = notice;
  if (notice.type === 'moderation' || notice.type === 'export') return ofTeam(notice);
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
