import { setTimeout as delay } from 'node:timers/promises';
import { type ConsistencyReport, checkConsistency } from '../fixtures/checks/chat-consistency.ts';
import type { ChatClient } from '../fixtures/clients/chat-client.ts';

/** How long all that was said may take to arrive once everything is up again, in ms. */
const PATIENCE_MS = 90_000;

export interface SettledReport extends ConsistencyReport {
  /** Lost, doubled and out of order, together. */
  readonly off: number;
  /** Until nothing was missing any more, in ms. */
  readonly afterMs: number;
}

/** Waits until everything has arrived, or for ever too long; what became of it. */
export async function waitUntilSettled(
  databaseUrl: string,
  clients: readonly ChatClient[],
): Promise<SettledReport> {
  const began = performance.now();
  for (;;) {
    const report = await checkConsistency(databaseUrl, clients);
    const off = report.lost + report.duplicated + report.reordered;
    const afterMs = performance.now() - began;
    if (off === 0 || afterMs > PATIENCE_MS) return { ...report, off, afterMs };
    await delay(250);
  }
}

/** Results of sent messages, for the report. */
export const messageFigures = ({ stored, lost, duplicated, reordered }: ConsistencyReport) => ({
  'messages stored': stored,
  'messages lost': lost,
  'messages duplicated': duplicated,
  'messages out of order': reordered,
});
