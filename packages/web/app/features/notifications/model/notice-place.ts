import type { Notification } from '@guilda/contract/notifications';

/** Where a notification leads: a page, or the chat with somebody over the page on screen. */
export type NoticePlace = { readonly page: string } | { readonly chatWith: string };

type Led = Pick<Notification, 'type' | 'senderId' | 'additionalInfo'>;

/** Events after which nothing is left to do about an order but to see what happened. */
const over = ['expired', 'refunded', 'returned'];

function orderPage(paymentId: string, event: string | undefined): string {
  const query = new URLSearchParams({ pedido: paymentId });
  if (event === 'reviewed') query.set('acao', 'avaliacao');
  else if (event && over.includes(event)) query.set('acao', 'detalhes');
  return `/sales?${query}`;
}

/** Null where there is nowhere to go. */
export function noticePlace({ type, senderId, additionalInfo }: Led): NoticePlace | null {
  if ((type === 'message' || type === 'call') && senderId !== null) return { chatWith: senderId };
  const { paymentId, postId, withdrawalId, serviceId, event } = additionalInfo;
  if (paymentId) return { page: orderPage(paymentId, event) };
  if (postId) return { page: `/post/${postId}${event === 'comment' ? '#comentarios' : ''}` };
  if (withdrawalId) return { page: '/sales?aba=carteira' };
  return serviceId ? { page: `/service/${serviceId}` } : null;
}
