import type { ChatItem } from '../../model/views/views.ts';
import { previewText } from './preview.ts';

/** Text for screen readers about the state of an own message. */
export const messageStateTexts: Readonly<Record<ChatItem['state'], string | null>> = {
  queued: 'Esperando a conexão',
  sending: 'Enviando',
  sent: 'Enviada',
  read: 'Lida',
  failed: 'Não enviada',
  received: null,
};

/** Why a message was not sent. */
export function failureReason({ reason }: Pick<ChatItem, 'reason'>): string {
  return reason ?? 'Não foi possível enviar a mensagem.';
}

/** Announcement for screen readers that a message was not sent: its beginning and the reason. */
export function failureAnnouncement(item: ChatItem): string {
  return `${messageStateTexts.failed}: “${previewText(item.message)}”. ${failureReason(item)}`;
}

/** Number of unread conversations, or of unread messages in a conversation, as a label. */
export function unreadLabel(count: number): string {
  if (count >= 100) return 'mais de 99 não lidas';
  return count === 1 ? '1 não lida' : `${count} não lidas`;
}

/** Label of the button that scrolls to the end, with the number of new messages. */
export function newMessagesLabel(count: number): string {
  return count === 1 ? '1 nova mensagem' : `${count} novas mensagens`;
}

/** Display name of a person. */
export function partnerName({
  displayName,
  username,
}: {
  readonly displayName: string | null;
  readonly username: string;
}): string {
  return displayName || username;
}
