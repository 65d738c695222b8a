import { setTimeout as delay } from 'node:timers/promises';
import type { ChatClient } from '../chat-client.ts';
import { judge, type Verdict } from '../chat-verdict.ts';

/** How long all that was said may take to arrive once everything is up again, in ms. */
const PATIENCE_MS = 90_000;

export interface Settled extends Verdict {
  /** Lost, doubled and out of order, together. */
  readonly off: number;
  /** Until nothing was missing any more, in ms. */
  readonly afterMs: number;
}

/** Waits until everything has arrived, or for ever too long; what became of it. */
export async function settled(
  databaseUrl: string,
  clients: readonly ChatClient[],
): Promise<Settled> {
  const began = performance.now();
  for (;;) {
    const verdict = await judge(databaseUrl, clients);
    const off = verdict.lost + verdict.duplicated + verdict.reordered;
    const afterMs = performance.now() - began;
    if (off === 0 || afterMs > PATIENCE_MS) return { ...verdict, off, afterMs };
    await delay(250);
  }
}

/** What became of messages, for the report. */
export const messageFigures = ({ stored, lost, duplicated, reordered }: Verdict) => ({
  'messages stored': stored,
  'messages lost': lost,
  'messages duplicated': duplicated,
  'messages out of order': reordered,
});
