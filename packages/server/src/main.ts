import { requireNode } from '../../../scripts/node-version.mjs';
import type { MountPages } from './platform/pages/pages.ts';
import type { ProgramOptions } from './start/start-program.ts';

// The program itself is imported only after this check, because an old Node cannot even parse it.
requireNode();

/** Runs the program until it is stopped; when the start fails, prints the reason and exits with code 1. */
export async function runMain(
  mountPages: MountPages,
  options: Omit<ProgramOptions, 'mountPages'> = {},
): Promise<void> {
  const { startProgram } = await import('./start/start-program.ts');
  await startProgram({ mountPages, ...options });
}
