import type { Notification } from '@guilda/contract/notifications/notifications';
import { CHAT_LIST_VALUE } from '../../../lib/navigation/chat-link.ts';

interface ScreenState {
  /** Uid of the open conversation's partner, or `CHAT_LIST_VALUE` for the list; null when the chat is closed. */
  readonly openChatPartner: string | null;
  /** Whether this tab is visible. */
  readonly tabVisible: boolean;
  /** Whether the list of notifications is on screen. */
  readonly listOpen: boolean;
  /** Whether a dialog is open, other than the chat. */
  readonly dialogOpen: boolean;
}

/**
 * Whether a notification is shown as a toast: in a visible tab without an open dialog, messages of a person whose
 * conversation is not open, changes of orders, messages of the team, and finished data exports.
 */
export function isToastWorthy(
  { type, senderId, additionalInfo }: Pick<Notification, 'type' | 'senderId' | 'additionalInfo'>,
  { openChatPartner, tabVisible, listOpen, dialogOpen }: ScreenState,
): boolean {
  if (!tabVisible || listOpen || dialogOpen) return false;
  if (type === 'message')
    return senderId !== null && openChatPartner !== senderId && openChatPartner !== CHAT_LIST_VALUE;
  return type === 'moderation' || type === 'export' || additionalInfo['paymentId'] !== undefined;
}
