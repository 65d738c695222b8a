import { ConfigError } from '../config/index.ts';
import { isEmbeddedDatabaseError } from '../platform/database/embedded.ts';
import { StartError } from './start-error.ts';

/** Prints why the program could not start: one message for what the operator can fix, else the stack. */
export function printStartError(error: unknown): void {
  const isExpectedError =
    error instanceof StartError || error instanceof ConfigError || isEmbeddedDatabaseError(error);
  process.stderr.write(
    `\n${isExpectedError ? error.message : error instanceof Error ? error.stack : String(error)}\n\n`,
  );
}
