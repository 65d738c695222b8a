import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { z } from 'zod';
import { buildText } from '../../platform/build-info/build-info.ts';
import {
  type BackupManifest,
  FORMAT,
  HEAD,
  type Head,
  head as headSchema,
  MANIFEST,
  MANIFEST_SUM,
  manifest as manifestSchema,
} from '../archive/format.ts';
import { type Entry, entriesOf, readEntryBody } from '../archive/tar-entries.ts';
import { BackupError, damaged } from '../errors.ts';

/** Largest size of `guilda.json` and `manifest.json`; `missing` has a line for each missing file. */
const MAX_BYTES = 64 * 1024 * 1024;

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');

function parsed<T>(schema: z.ZodType<T>, body: Buffer, name: string): T {
  try {
    return schema.parse(JSON.parse(body.toString('utf8')));
  } catch {
    throw damaged(`${name} não é o que devia ser`);
  }
}

/** Migrations of this program in order. */
export const ownMigrations: readonly string[] = readdirSync(
  new URL('../../../migrations/', import.meta.url),
)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, -'.sql'.length))
  .sort();

/** Refuses a backup of a newer program. */
function assertKnown({ format, migrations, ...made }: Head): void {
  const ours = migrations.every((name, i) => name === ownMigrations[i]);
  if (format <= FORMAT && ours) return;
  throw new BackupError(
    `Esta cópia é de outra versão da Guilda, a ${buildText(made)}: restaure com a mesma ou uma mais nova. ` +
      'Nada foi restaurado.',
  );
}

/** A backup whose head was read. */
export interface OpenBackup {
  readonly head: Head;
  /** Pieces of tables, files and checksums in order; each must be read to its end. */
  readonly entries: AsyncGenerator<Entry>;
  /** The manifest; null until all `entries` were read. */
  manifest(): BackupManifest | null;
  /** Stops reading. */
  close(): Promise<void>;
}

/**
 * Reads the head of a decrypted backup.
 * @throws BackupError when it is damaged, not a backup of Guilda, or of a newer version
 */
export async function openBackup(bytes: AsyncIterable<Uint8Array>): Promise<OpenBackup> {
  const all = entriesOf(bytes);
  const first = await all.next();
  try {
    if (first.done || first.value.header.name !== HEAD) {
      throw damaged('não é uma cópia da Guilda');
    }
    const body = await readEntryBody(first.value, MAX_BYTES);
    const head = parsed(headSchema, body, HEAD);
    assertKnown(head);
    let manifest: BackupManifest | null = null;
    async function* entries() {
      for await (const entry of all) {
        if (entry.header.name !== MANIFEST) yield entry;
        else manifest = await readManifest(entry, all, sha256(body));
      }
      if (!manifest) throw damaged('está incompleta: falta o fim');
    }
    const close = async () => void (await all.return(undefined));
    return { head, entries: entries(), manifest: () => manifest, close };
  } catch (error) {
    await all.return(undefined);
    throw error;
  }
}

/** Reads and checks the manifest and its checksum, the last entries of a backup. */
async function readManifest(entry: Entry, rest: AsyncGenerator<Entry>, head: string) {
  const body = await readEntryBody(entry, MAX_BYTES);
  const sumEntry = await rest.next();
  if (sumEntry.done || sumEntry.value.header.name !== MANIFEST_SUM)
    throw damaged('está incompleta: falta o fim');
  const sum = await readEntryBody(sumEntry.value, 1_000);
  if (sum.toString('utf8') !== `${sha256(body)}  ${MANIFEST}\n`) {
    throw damaged(`${MANIFEST} foi alterado`);
  }
  const manifest = parsed(manifestSchema, body, MANIFEST);
  if (manifest.head !== head) throw damaged(`${HEAD} foi alterado`);
  if (!(await rest.next()).done) throw damaged('há algo depois do fim dela');
  return manifest;
}
