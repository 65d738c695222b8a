import { errors } from '@guilda/contract/errors';
import { limits } from '@guilda/contract/limits';
import { isPlainText, normaliseText, tooLongText } from '@guilda/contract/text';
import type { SendProblem } from '../views/views.ts';

/** An own message that the server has not acknowledged yet. */
export interface OutgoingMessage {
  /** Sent with every retry, so that the server stores the message once. */
  readonly id: string;
  /** The author's uid: nobody else on this device sees or sends the message. */
  readonly owner: string;
  readonly receiverId: string;
  readonly text: string;
  /** When the message was written, in ms since the epoch; decides its position in the queue. */
  readonly writtenAt: number;
  /** Why the server refused it; null while it waits to be sent. */
  readonly failure: { readonly code: string; readonly text: string } | null;
}

/** Oldest first; messages written in the same millisecond have the same order in every tab. */
export function sortOldestFirst(outgoing: Iterable<OutgoingMessage>): OutgoingMessage[] {
  return [...outgoing].sort((a, b) => a.writtenAt - b.writtenAt || (a.id < b.id ? -1 : 1));
}

/** The normalized text to send, or why it is not sent (`docs/product/chat.md`). */
export function textToSend(typed: string): { readonly text: string } | SendProblem {
  const text = normaliseText(typed);
  if (text === '') return { code: 'empty', text: errors.message_refused.text };
  if (!isPlainText(text)) return { code: 'invalid_text', text: errors.invalid_text.text };
  if (text.length > limits.message) return { code: 'too_long', text: tooLongText(limits.message) };
  return { text };
}
