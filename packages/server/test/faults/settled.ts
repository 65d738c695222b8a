import { setTimeout as delay } from 'node:timers/promises';
import { type ConsistencyReport, checkConsistency } from '../fixtures/checks/chat-consistency.ts';
import type { ChatClient } from '../fixtures/clients/chat-client.ts';

/** Maximum time in ms until all messages have arrived after everything runs again. */
const MAX_WAIT_MS = 90_000;

export interface SettledReport extends ConsistencyReport {
  /** Number of lost, duplicated and reordered messages together. */
  readonly off: number;
  /** Time in ms until no message was missing any more. */
  readonly afterMs: number;
}

/** Waits until all messages have arrived or the time is over; returns the result. */
export async function waitUntilSettled(
  databaseUrl: string,
  clients: readonly ChatClient[],
): Promise<SettledReport> {
  const began = performance.now();
  for (;;) {
    const report = await checkConsistency(databaseUrl, clients);
    const off = report.lost + report.duplicated + report.reordered;
    const afterMs = performance.now() - began;
    if (off === 0 || afterMs > MAX_WAIT_MS) return { ...report, off, afterMs };
    await delay(250);
  }
}

/** Results of sent messages for the report. */
export const messageFigures = ({ stored, lost, duplicated, reordered }: ConsistencyReport) => ({
  'messages stored': stored,
  'messages lost': lost,
  'messages duplicated': duplicated,
  'messages out of order': reordered,
});
