import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A list kept aside in a temporary file, because there may be millions. */
export interface Spool extends AsyncDisposable {
  /** How many lines there are. */
  readonly count: number;
  add(lines: readonly string[]): Promise<void>;
  /** All lines so far, in order. */
  lines(): AsyncIterable<string>;
}

/** Begins an empty list; disposing removes it. */
export async function openSpool(): Promise<Spool> {
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
