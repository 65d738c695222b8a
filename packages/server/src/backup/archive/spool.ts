import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A list of lines stored in a temporary file, because it may have millions of lines. */
export interface LineSpool extends AsyncDisposable {
  /** Number of lines in the list. */
  readonly count: number;
  add(lines: readonly string[]): Promise<void>;
  /** Reads all lines of the list, in order. */
  lines(): AsyncIterable<string>;
}

/** Creates an empty list; disposing the list deletes its file. */
export async function createLineSpool(): Promise<LineSpool> {
  const folder = await mkdtemp(join(tmpdir(), 'guilda-list-'));
  const path = join(folder, 'list');
  const file = await open(path, 'wx', 0o600);
  let count = 0;
  return {
    get count() {
      return count;
    },
    add: async (lines) => {
      count += lines.length;
      await file.appendFile(lines.map((line) => `${line}\n`).join(''));
    },
    lines: () => createInterface({ input: createReadStream(path), crlfDelay: Infinity }),
    [Symbol.asyncDispose]: async () => {
      await file.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
