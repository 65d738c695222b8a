import {
  type Notification,
  type NotificationPage,
  notificationPage,
} from '@guilda/contract/notifications';

/** Where a notification leads: a page, or the chat with a person over the page on screen. */
export type NoticePlace = { readonly page: string } | { readonly chatWith: string };

type Ids = Notification['additionalInfo'];

const orderPage = (paymentId: string | undefined, action: string) =>
  paymentId ? `/sales?${new URLSearchParams({ pedido: paymentId, acao: action })}` : null;

const postPage = (postId: string | undefined, hash = '') =>
  postId ? `/post/${postId}${hash}` : null;

/** The address of each page of the contract; null where the notification lacks the id it needs. */
const addresses: Readonly<Record<Exclude<NotificationPage, 'chat'>, (ids: Ids) => string | null>> =
  {
    order: ({ paymentId }) => orderPage(paymentId, 'ver'),
    'order-review': ({ paymentId }) => orderPage(paymentId, 'avaliacao'),
    post: ({ postId }) => postPage(postId),
    'post-comments': ({ postId }) => postPage(postId, '#comentarios'),
    wallet: () => '/sales?aba=carteira',
    'own-cases': () => '/user/settings#denuncias',
    decisions: () => '/user/settings#decisoes',
    'data-export': () => '/user/settings#dados',
    service: ({ serviceId }) => (serviceId ? `/service/${serviceId}` : null),
  };

/** The link of a notification; null when there is no page to open. */
export function noticePlace(
  notice: Pick<Notification, 'type' | 'senderId' | 'additionalInfo'>,
): NoticePlace | null {
  const page = notificationPage(notice);
  if (page === null) return null;
  if (page === 'chat') return notice.senderId === null ? null : { chatWith: notice.senderId };
  const address = addresses[page](notice.additionalInfo);
  return address === null ? null : { page: address };
}
