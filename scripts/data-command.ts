import { BackupError } from '../packages/server/src/backup/errors.ts';

/** What the commands about backups are given on a terminal: told lines go where no data goes. */
export function onTerminal() {
  const stop = new AbortController();
  const end = () => {
    process.exitCode = 2;
    stop.abort();
  };
  // The second time the process ends at once, as it does by itself.
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  return {
    args: process.argv.slice(2),
    env: process.env,
    say: (line: string) => process.stderr.write(`${line}\n`),
    signal: stop.signal,
  };
}

/** Resolves when standard output took the bytes; one that nobody reads any more ends the work. */
function writeOut(chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(chunk, (error) => {
      if (error) reject(new BackupError('Ninguém lê mais a saída: a cópia parou no meio.'));
      else resolve();
    });
  });
}

/** Writes all bytes to standard output; answers how many. */
export async function toStandardOutput(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  // Each write tells its own failure; untold, the process would end as if something were missing.
  process.stdout.on('error', () => undefined);
  let size = 0;
  for await (const chunk of bytes) {
    await writeOut(chunk);
    size += chunk.byteLength;
  }
  return size;
}
