import { BackupError } from '../packages/server/src/backup/errors.ts';

/**
 * Creates the options that all data commands, such as those for backups, have in common. Messages are printed to
 * stderr, because some commands write data to stdout.
 */
export function createCommandContext() {
  const controller = new AbortController();
  const stopCommand = () => {
    process.exitCode = 2;
    controller.abort();
  };
  // The handlers run once, so a second signal ends the process at once, which is Node's default.
  process.once('SIGINT', stopCommand);
  process.once('SIGTERM', stopCommand);
  return {
    args: process.argv.slice(2),
    env: process.env,
    printLine: (line: string) => process.stderr.write(`${line}\n`),
    signal: controller.signal,
  };
}

/** Writes to stdout; rejects when the program that reads stdout has ended. */
function writeToStdout(chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(chunk, (error) => {
      if (error) reject(new BackupError('Ninguém lê mais a saída: a cópia parou no meio.'));
      else resolve();
    });
  });
}

/** Writes all bytes to stdout and returns their number. */
export async function streamToStdout(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  // Each write reports its own error; without this listener the error event would crash the process.
  process.stdout.on('error', () => undefined);
  let byteCount = 0;
  for await (const chunk of chunks) {
    await writeToStdout(chunk);
    byteCount += chunk.byteLength;
  }
  return byteCount;
}
