import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Clock } from '../ports/clock.ts';
import { BackupError } from './errors.ts';

const DAY_MS = 86_400_000;

/** Names that backups have when nobody names them; the time is UTC. */
const ownName = /^guilda-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar(\.age)?$/;
/** What a killed backup leaves. */
const partName = /^\..+\.[0-9a-f-]{36}\.part$/;

/** The name of a backup that begins now. */
export function nameFor(now: Date, encrypted: boolean): string {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  return `guilda-${time}.tar${encrypted ? '.age' : ''}`;
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/**
 * Writes a file that its owner alone may read. It has its name only once all of it is on the disk;
 * when `bytes` or the disk fails nothing of it stays.
 * @returns its size in bytes
 */
export async function writeWhole(path: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  const target = resolve(path);
  const folder = dirname(target);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (await stat(target).catch(() => null)) throw new BackupError(`${target} já existe.`);
  const part = join(folder, `.${basename(target)}.${randomUUID()}.part`);
  let size = 0;
  try {
    await using file = await open(part, 'wx', 0o600);
    for await (const chunk of bytes) {
      await file.appendFile(chunk);
      size += chunk.byteLength;
    }
    await file.sync();
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await rename(part, target);
  await syncFolder(folder);
  return size;
}

/** When a backup was made, by its name; null for another file. */
export function madeAt(name: string): number | null {
  const [, year, month, day, hour, minute, second] = ownName.exec(name) ?? [];
  if (year === undefined) return null;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/**
 * Removes backups of the folder that are older than so many days by their names, and what killed
 * backups left more than a day ago; files of other names stay.
 * @param days null keeps all backups
 * @returns names of the backups that were removed
 */
export async function removeOld(folder: string, days: number | null, clock: Clock) {
  const now = clock.now().getTime();
  const removed: string[] = [];
  for (const name of await readdir(folder)) {
    const made = madeAt(name);
    if (made !== null && days !== null && now - made > days * DAY_MS) {
      await rm(join(folder, name));
      removed.push(name);
    } else if (partName.test(name)) {
      const facts = await stat(join(folder, name)).catch(() => null);
      if (facts && now - facts.mtimeMs > DAY_MS) await rm(join(folder, name), { force: true });
    }
  }
  return removed;
}
