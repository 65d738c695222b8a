import type { ChatItem } from '../../model/views/views.ts';

/** What screen readers say of an own message's state; nothing of the partner's. */
export const messageStateWords: Readonly<Record<ChatItem['state'], string | null>> = {
  queued: 'Esperando a conexão',
  sending: 'Enviando',
  sent: 'Enviada',
  read: 'Lida',
  failed: 'Não enviada',
  received: null,
};

/** How many conversations, or messages of one, are unread. */
export function unreadLabel(count: number): string {
  if (count >= 100) return 'mais de 99 não lidas';
  return count === 1 ? '1 não lida' : `${count} não lidas`;
}

/** What the way down says of messages that came meanwhile. */
export function arrivedLabel(count: number): string {
  return count === 1 ? '1 nova mensagem' : `${count} novas mensagens`;
}

/** What a person is called on screen. */
export function partnerName({
  displayName,
  username,
}: {
  readonly displayName: string | null;
  readonly username: string;
}): string {
  return displayName || username;
}
