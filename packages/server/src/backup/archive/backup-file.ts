import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Clock } from '../../ports/clock.ts';
import { BackupError } from '../errors.ts';

const DAY_MS = 86_400_000;

/** Format of default file names of backups, which contain the time in UTC. */
const backupNamePattern = /^guilda-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar(\.age)?$/;
/** Format of the names of partial files, which killed backups leave behind. */
const partNamePattern = /^\..+\.[0-9a-f-]{36}\.part$/;

/** The default file name of a new backup. */
export function backupFileName(now: Date, isEncrypted: boolean): string {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  return `guilda-${time}.tar${isEncrypted ? '.age' : ''}`;
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/**
 * Writes a backup file that only its owner can read. The file gets its final name once all bytes are on the disk;
 * nothing remains when `bytes` or the disk fails.
 * @returns the file's size in bytes
 */
export async function writeBackupFile(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  const targetPath = resolve(path);
  const folder = dirname(targetPath);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (await stat(targetPath).catch(() => null)) throw new BackupError(`${targetPath} já existe.`);
  const partPath = join(folder, `.${basename(targetPath)}.${randomUUID()}.part`);
  let size = 0;
  try {
    await using file = await open(partPath, 'wx', 0o600);
    for await (const chunk of bytes) {
      await file.appendFile(chunk);
      size += chunk.byteLength;
    }
    await file.sync();
  } catch (error) {
    await rm(partPath, { force: true });
    throw error;
  }
  await rename(partPath, targetPath);
  await syncFolder(folder);
  return size;
}

/** The time in a default backup file name, in ms since 1970; null for other files. */
export function backupTimeOf(name: string): number | null {
  const [, year, month, day, hour, minute, second] = backupNamePattern.exec(name) ?? [];
  if (year === undefined) return null;
  const backupTime = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(backupTime) ? null : backupTime;
}

/**
 * Deletes backups that are older than `maxAgeDays` according to their names, and partial files older than a day. The
 * newest backup stays however old it is, and so do files with other names. A file has the name of a backup only once it
 * is complete.
 * @param maxAgeDays maximum age in days; null deletes no backups
 * @returns names of the deleted backups
 */
export async function deleteOldBackups(folder: string, maxAgeDays: number | null, clock: Clock) {
  const now = clock.now().getTime();
  const names = (await readdir(folder)).sort();
  // A time in the future was written by a wrong clock and does not make the real ones old.
  const pastTimes = names.map((name) => backupTimeOf(name) ?? 0).filter((time) => time <= now);
  const newestTime = Math.max(0, ...pastTimes);
  const isExpired = (backupTime: number) =>
    maxAgeDays !== null && backupTime !== newestTime && now - backupTime > maxAgeDays * DAY_MS;
  const removedNames: string[] = [];
  for (const name of names) {
    const backupTime = backupTimeOf(name);
    if (backupTime !== null && isExpired(backupTime)) {
      await rm(join(folder, name));
      removedNames.push(name);
    } else if (partNamePattern.test(name)) {
      const stats = await stat(join(folder, name)).catch(() => null);
      if (stats && now - stats.mtimeMs > DAY_MS) await rm(join(folder, name), { force: true });
    }
  }
  return removedNames;
}
