import type { Notification } from '@guilda/contract/notifications';
import { CHAT_LIST_VALUE } from '../../../lib/navigation/chat-link.ts';

interface ScreenState {
  /** The open conversation, or the list of conversations; null for a closed chat. */
  readonly chatWith: string | null;
  /** Whether this tab is visible. */
  readonly visible: boolean;
  /** The list of notifications is on screen. */
  readonly listOpen: boolean;
  /** A dialog, or a toast about something else, is on screen. */
  readonly taken: boolean;
}

/**
 * Whether a notification is worth a toast: messages of a person whose conversation is not open, and
 * what happens to orders, what the team decided, and a copy of data that is ready. Everything else appears in the bell only.
 */
export function isToastWorthy(
  { type, senderId, additionalInfo }: Pick<Notification, 'type' | 'senderId' | 'additionalInfo'>,
  { chatWith, visible, listOpen, taken }: ScreenState,
): boolean {
  if (!visible || listOpen || taken) return false;
  if (type === 'message')
    return senderId !== null && chatWith !== senderId && chatWith !== CHAT_LIST_VALUE;
  return type === 'moderation' || type === 'export' || additionalInfo['paymentId'] !== undefined;
}
