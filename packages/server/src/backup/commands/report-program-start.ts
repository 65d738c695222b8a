import type { DrillLocation } from '../drill/drill-location.ts';
import { startAndProbeProgram } from '../drill/try-program.ts';
import { formatSeconds } from './progress.ts';
import type { CommandContext } from './run-command.ts';

/** Starts the program on a verified location and prints the outcome; returns whether it became ready. */
export async function reportProgramStart(
  { printLine, timers }: CommandContext,
  location: Pick<DrillLocation, 'url' | 'folder'>,
): Promise<boolean> {
  const startedAt = timers.now();
  const status = await startAndProbeProgram(location).catch((error: unknown) => {
    printLine(`✗ A Guilda não começou com o que foi restaurado: ${String(error)}`);
    return 0;
  });
  const duration = formatSeconds(timers.now() - startedAt);
  if (status === 200)
    printLine(`✓ A Guilda começou com o que foi restaurado (/readyz: 200, ${duration}).`);
  else if (status > 0) printLine(`✗ A Guilda começou, mas /readyz respondeu ${status}.`);
  return status === 200;
}
