import type { Notification } from '@guilda/contract/notifications';

/** Where a notification leads: a page, or the chat with somebody over the page on screen. */
export type NoticePlace = { readonly page: string } | { readonly chatWith: string };

type Led = Pick<Notification, 'type' | 'senderId' | 'additionalInfo'>;

function orderPage(paymentId: string, event: string | undefined): string {
  const action = event === 'reviewed' ? 'avaliacao' : 'ver';
  return `/sales?${new URLSearchParams({ pedido: paymentId, acao: action })}`;
}

/** Null where there is nowhere to go. */
export function noticePlace({ type, senderId, additionalInfo }: Led): NoticePlace | null {
  if ((type === 'message' || type === 'call') && senderId !== null) return { chatWith: senderId };
  const { paymentId, postId, withdrawalId, serviceId, event } = additionalInfo;
  if (paymentId) return { page: orderPage(paymentId, event) };
  if (postId) return { page: `/post/${postId}${event === 'comment' ? '#comentarios' : ''}` };
  if (withdrawalId) return { page: '/sales?aba=carteira' };
  if (type === 'moderation')
    return { page: `/user/settings#${event === 'case_decided' ? 'denuncias' : 'decisoes'}` };
  if (type === 'export') return { page: '/user/settings#dados' };
  return serviceId ? { page: `/service/${serviceId}` } : null;
}
