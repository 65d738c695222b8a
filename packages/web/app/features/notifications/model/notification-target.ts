import {
  type Notification,
  type NotificationPage,
  notificationPage,
} from '@guilda/contract/notifications';

/** Where a notification leads: a page, or the chat with a person over the page on screen. */
export type NotificationTarget = { readonly page: string } | { readonly chatWith: string };

type RelatedIds = Notification['additionalInfo'];

const orderPath = (paymentId: string | undefined, action: string) =>
  paymentId ? `/sales?${new URLSearchParams({ pedido: paymentId, acao: action })}` : null;

const postPathOf = (postId: string | undefined, hash = '') =>
  postId ? `/post/${postId}${hash}` : null;

/** The address of each page of the contract; null where the notification lacks the id it needs. */
const pathsOfPages: Readonly<
  Record<Exclude<NotificationPage, 'chat'>, (ids: RelatedIds) => string | null>
> = {
  order: ({ paymentId }) => orderPath(paymentId, 'ver'),
  'order-review': ({ paymentId }) => orderPath(paymentId, 'avaliacao'),
  post: ({ postId }) => postPathOf(postId),
  'post-comments': ({ postId }) => postPathOf(postId, '#comentarios'),
  wallet: () => '/sales?aba=carteira',
  'own-cases': () => '/user/settings#denuncias',
  decisions: () => '/user/settings#decisoes',
  'data-export': () => '/user/settings#dados',
  service: ({ serviceId }) => (serviceId ? `/service/${serviceId}` : null),
};

/** The link of a notification; null when there is no page to open. */
export function notificationTarget(
  notice: Pick<Notification, 'type' | 'senderId' | 'additionalInfo'>,
): NotificationTarget | null {
  const page = notificationPage(notice);
  if (page === null) return null;
  if (page === 'chat') return notice.senderId === null ? null : { chatWith: notice.senderId };
  const address = pathsOfPages[page](notice.additionalInfo);
  return address === null ? null : { page: address };
}
