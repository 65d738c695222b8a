import { once } from 'node:events';

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

/** Writes all bytes to standard output; answers how many. */
export async function toStandardOutput(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  }
  return size;
}
