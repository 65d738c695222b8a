import { setTimeout as delay } from 'node:timers/promises';
import { type ConsistencyReport, checkConsistency } from '../fixtures/checks/chat-consistency.ts';
import type { ChatClient } from '../fixtures/clients/chat-client.ts';

/** Maximum time in ms until all messages have arrived after everything runs again. */
const MAX_WAIT_MS = 90_000;

export interface SettledReport extends ConsistencyReport {
  /** Number of lost, duplicated and reordered messages together. */
  readonly errorCount: number;
  /** Time in ms until there was no delivery error any more, or until waiting was given up. */
  readonly afterMs: number;
}

/** Waits until all messages have arrived, at most `MAX_WAIT_MS`; returns the delivery errors at the end. */
export async function waitUntilSettled(
  databaseUrl: string,
  clients: readonly ChatClient[],
): Promise<SettledReport> {
  const startedAt = performance.now();
  for (;;) {
    const report = await checkConsistency(databaseUrl, clients);
    const errorCount = report.lost + report.duplicated + report.reordered;
    const afterMs = performance.now() - startedAt;
    if (errorCount === 0 || afterMs > MAX_WAIT_MS) return { ...report, errorCount, afterMs };
    await delay(250);
  }
}

/** Numbers of messages and delivery errors, named for the report. */
export const messageFigures = ({ stored, lost, duplicated, reordered }: ConsistencyReport) => ({
  'messages stored': stored,
  'messages lost': lost,
  'messages duplicated': duplicated,
  'messages out of order': reordered,
});
