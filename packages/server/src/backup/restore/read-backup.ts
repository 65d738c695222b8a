import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { z } from 'zod';
import { formatBuild } from '../../platform/build-info/build-info.ts';
import {
  type BackupHead,
  type BackupManifest,
  FORMAT_VERSION,
  HEAD_ENTRY,
  backupHead as headSchema,
  MANIFEST_CHECKSUM_ENTRY,
  MANIFEST_ENTRY,
  backupManifest as manifestSchema,
} from '../archive/format.ts';
import { readEntryBody, readTarEntries, type TarEntry } from '../archive/tar-entries.ts';
import { BackupError, damagedBackupError } from '../errors.ts';

/**
 * Largest accepted size of `guilda.json` and of `manifest.json`, in bytes. The manifest can be large, because it names
 * every file that was missing.
 */
const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

const sha256Hex = (data: Buffer) => createHash('sha256').update(data).digest('hex');

function parseJsonEntry<T>(schema: z.ZodType<T>, body: Buffer, name: string): T {
  try {
    return schema.parse(JSON.parse(body.toString('utf8')));
  } catch {
    throw damagedBackupError(`${name} não é o que devia ser`);
  }
}

/** Names of this program's migrations, in order. */
export const programMigrations: readonly string[] = readdirSync(
  new URL('../../../migrations/', import.meta.url),
)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, -'.sql'.length))
  .sort();

/** Throws for a backup that a newer program made. */
function assertKnownFormat({ format, migrations, ...build }: BackupHead): void {
  const isKnown = migrations.every((name, i) => name === programMigrations[i]);
  if (format <= FORMAT_VERSION && isKnown) return;
  throw new BackupError(
    `Esta cópia é de outra versão da Guilda, a ${formatBuild(build)}: restaure com a mesma ou uma mais nova. ` +
      'Nada foi restaurado.',
  );
}

/** A backup whose head (`guilda.json`) was read. */
export interface OpenBackup {
  readonly head: BackupHead;
  /** Pieces of tables, files and lists of checksums in order; each entry must be read to its end. */
  readonly entries: AsyncGenerator<TarEntry>;
  /** The manifest of the backup; null until all `entries` were read. */
  manifest(): BackupManifest | null;
  /** Stops reading the backup. */
  close(): Promise<void>;
}

/**
 * Reads the head of a decrypted backup.
 * @throws BackupError when the backup is damaged, not a backup of Guilda, or of a newer version
 */
export async function openBackup(bytes: AsyncIterable<Uint8Array>): Promise<OpenBackup> {
  const tarEntries = readTarEntries(bytes);
  const firstEntry = await tarEntries.next();
  try {
    if (firstEntry.done || firstEntry.value.header.name !== HEAD_ENTRY) {
      throw damagedBackupError('não é uma cópia da Guilda');
    }
    const body = await readEntryBody(firstEntry.value, MAX_MANIFEST_BYTES);
    const head = parseJsonEntry(headSchema, body, HEAD_ENTRY);
    assertKnownFormat(head);
    let manifest: BackupManifest | null = null;
    async function* readEntries() {
      for await (const entry of tarEntries) {
        if (entry.header.name !== MANIFEST_ENTRY) yield entry;
        else manifest = await readManifest(entry, tarEntries, sha256Hex(body));
      }
      if (!manifest) throw damagedBackupError('está incompleta: falta o fim');
    }
    const close = async () => void (await tarEntries.return(undefined));
    return { head, entries: readEntries(), manifest: () => manifest, close };
  } catch (error) {
    await tarEntries.return(undefined);
    throw error;
  }
}

/** Reads the manifest and its checksum, which are the last entries of a backup, and verifies them. */
async function readManifest(
  entry: TarEntry,
  otherEntries: AsyncGenerator<TarEntry>,
  headText: string,
) {
  const body = await readEntryBody(entry, MAX_MANIFEST_BYTES);
  const sumEntry = await otherEntries.next();
  if (sumEntry.done || sumEntry.value.header.name !== MANIFEST_CHECKSUM_ENTRY)
    throw damagedBackupError('está incompleta: falta o fim');
  const checksumLine = await readEntryBody(sumEntry.value, 1_000);
  if (checksumLine.toString('utf8') !== `${sha256Hex(body)}  ${MANIFEST_ENTRY}\n`) {
    throw damagedBackupError(`${MANIFEST_ENTRY} foi alterado`);
  }
  const manifest = parseJsonEntry(manifestSchema, body, MANIFEST_ENTRY);
  if (manifest.head !== headText) throw damagedBackupError(`${HEAD_ENTRY} foi alterado`);
  if (!(await otherEntries.next()).done) throw damagedBackupError('há algo depois do fim dela');
  return manifest;
}
