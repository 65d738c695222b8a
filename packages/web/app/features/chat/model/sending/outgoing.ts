import { errors } from '@guilda/contract/errors';
import { limits } from '@guilda/contract/limits';
import { isPlainText, normaliseText, tooLongText } from '@guilda/contract/text';
import type { SendProblem } from '../views/views.ts';

/** An own message that the server has not acknowledged yet. */
export interface OutgoingMessage {
  /** Id of the message; every retry sends the same id, so that the server stores the message once. */
  readonly id: string;
  /** Uid of the author. Another person on this device neither sees nor sends the message. */
  readonly owner: string;
  readonly receiverId: string;
  readonly text: string;
  /** When the message was written, in ms since the epoch; decides its position in the queue. */
  readonly writtenAt: number;
  /** Why the server refused the message; null while the message waits to be sent. */
  readonly failure: { readonly code: string; readonly text: string } | null;
}

/** Sorts messages oldest first. Messages written in the same millisecond get the same order in every tab. */
export function sortOldestFirst(outgoing: Iterable<OutgoingMessage>): OutgoingMessage[] {
  return [...outgoing].sort((a, b) => a.writtenAt - b.writtenAt || (a.id < b.id ? -1 : 1));
}

/** The normalized text to send, or the reason why the text cannot be sent (`docs/product/chat.md`). */
export function textToSend(typedText: string): { readonly text: string } | SendProblem {
  const text = normaliseText(typedText);
  if (text === '') return { code: 'empty', text: errors.message_refused.text };
  if (!isPlainText(text)) return { code: 'invalid_text', text: errors.invalid_text.text };
  if (text.length > limits.message) return { code: 'too_long', text: tooLongText(limits.message) };
  return { text };
}
