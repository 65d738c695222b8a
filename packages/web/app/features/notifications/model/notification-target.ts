import type { NotificationPage } from '@guilda/contract/notifications/notification-kinds';
import { type Notification, notificationPage } from '@guilda/contract/notifications/notifications';

/** What a notification links to: a page, or the chat with a person, which opens over the current page. */
export type NotificationTarget = { readonly page: string } | { readonly chatWith: string };

type RelatedIds = Notification['additionalInfo'];

const orderPath = (paymentId: string | undefined, action: string) =>
  paymentId ? `/sales?${new URLSearchParams({ pedido: paymentId, acao: action })}` : null;

const postPathOf = (postId: string | undefined, hash = '') =>
  postId ? `/post/${postId}${hash}` : null;

/**
 * Functions that build the address of each page from a notification; they return null when the notification lacks the
 * required id.
 */
const pathsOfPages: Readonly<
  Record<Exclude<NotificationPage, 'chat'>, (ids: RelatedIds) => string | null>
> = {
  order: ({ paymentId }) => orderPath(paymentId, 'ver'),
  'order-review': ({ paymentId }) => orderPath(paymentId, 'avaliacao'),
  post: ({ postId }) => postPathOf(postId),
  'post-comments': ({ postId }) => postPathOf(postId, '#comentarios'),
  wallet: () => '/sales?aba=carteira',
  'own-cases': () => '/user/settings/denuncias',
  decisions: () => '/user/settings/decisoes',
  'data-export': () => '/user/settings/dados',
  service: ({ serviceId }) => (serviceId ? `/service/${serviceId}` : null),
};

/** The target of a notification's link; null when there is no page to open. */
export function notificationTarget(
  notice: Pick<Notification, 'type' | 'senderId' | 'additionalInfo'>,
): NotificationTarget | null {
  const page = notificationPage(notice);
  if (page === null) return null;
  if (page === 'chat') return notice.senderId === null ? null : { chatWith: notice.senderId };
  const address = pathsOfPages[page](notice.additionalInfo);
  return address === null ? null : { page: address };
}
