import { errors } from '@guilda/contract/errors';
import { limits } from '@guilda/contract/limits';
import { isPlainText, normaliseText, tooLong } from '@guilda/contract/text';
import type { SendProblem } from './views.ts';

/** An own message that the server has not acknowledged yet. */
export interface Outgoing {
  /** Goes with it however often it is sent, so that it is stored once. */
  readonly id: string;
  /** Whose it is: nobody else on this device sees or sends it. */
  readonly owner: string;
  readonly receiverId: string;
  readonly text: string;
  /** When it was written, in ms since the epoch: its place in the queue. */
  readonly writtenAt: number;
  /** Why the server refused it; null while it waits to be sent. */
  readonly failure: { readonly code: string; readonly text: string } | null;
}

/** Oldest first; what two tabs wrote in the same millisecond stands the same way in both. */
export function inTurn(outgoing: Iterable<Outgoing>): Outgoing[] {
  return [...outgoing].sort((a, b) => a.writtenAt - b.writtenAt || (a.id < b.id ? -1 : 1));
}

/** The text as it would be sent, or why it is not (`spec §5`, `product §6`). */
export function textToSend(typed: string): { readonly text: string } | SendProblem {
  const text = normaliseText(typed);
  if (text === '') return { code: 'empty', text: errors.message_refused.text };
  if (!isPlainText(text)) return { code: 'invalid_text', text: errors.invalid_text.text };
  if (text.length > limits.message) return { code: 'too_long', text: tooLong(limits.message) };
  return { text };
}
