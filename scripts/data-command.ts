import { BackupError } from '../packages/server/src/backup/errors.ts';

/** Options of the backup commands on a terminal: lines are printed to stderr, because stdout may contain the backup. */
export function createCommandContext() {
  const stop = new AbortController();
  const end = () => {
    process.exitCode = 2;
    stop.abort();
  };
  // A second signal ends the process at once, by Node's default.
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  return {
    args: process.argv.slice(2),
    env: process.env,
    printLine: (line: string) => process.stderr.write(`${line}\n`),
    signal: stop.signal,
  };
}

/** Writes to stdout; rejects when the reader has closed the pipe. */
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
  let size = 0;
  for await (const chunk of chunks) {
    await writeToStdout(chunk);
    size += chunk.byteLength;
  }
  return size;
}
