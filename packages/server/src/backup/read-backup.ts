import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { z } from 'zod';
import { buildText } from '../platform/build-info/build-info.ts';
import { BackupError, damaged } from './errors.ts';
import {
  FORMAT,
  HEAD,
  type Head,
  head as headSchema,
  MANIFEST,
  type Manifest,
  manifest as manifestSchema,
  SEAL,
} from './format.ts';
import { bodyOf, type Entry, entriesOf } from './tar-entries.ts';

/** Bytes of `guilda.json` and of `manifest.json` at most: `missing` has a line for each file. */
const MOST = 64 * 1024 * 1024;

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');

function parsed<T>(schema: z.ZodType<T>, body: Buffer, name: string): T {
  try {
    return schema.parse(JSON.parse(body.toString('utf8')));
  } catch {
    throw damaged(`${name} não é o que devia ser`);
  }
}

/** Migrations of this program, in order. */
export const ownMigrations: readonly string[] = readdirSync(
  new URL('../../migrations/', import.meta.url),
)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.slice(0, -'.sql'.length))
  .sort();

/** Refuses what this program cannot read for being older than what made it. */
function assertKnown({ format, migrations, ...made }: Head): void {
  const ours = migrations.every((name, i) => name === ownMigrations[i]);
  if (format <= FORMAT && ours) return;
  throw new BackupError(
    `Esta cópia é de outra versão da Guilda, a ${buildText(made)}: restaure com a mesma ou uma mais nova. ` +
      'Nada foi restaurado.',
  );
}

/** A backup that has begun to be read. */
export interface OpenBackup {
  readonly head: Head;
  /** Pieces of tables, files and sums, in their order; each must be read to its end. */
  readonly entries: AsyncGenerator<Entry>;
  /** What it must come to; null until all `entries` were read. */
  manifest(): Manifest | null;
  /** Gives up reading. */
  close(): Promise<void>;
}

/**
 * Reads a decrypted backup up to its first row.
 * @throws BackupError where it is damaged, none of ours or of a newer version
 */
export async function openBackup(bytes: AsyncIterable<Uint8Array>): Promise<OpenBackup> {
  const all = entriesOf(bytes);
  const first = await all.next();
  try {
    if (first.done || first.value.header.name !== HEAD) {
      throw damaged('não é uma cópia da Guilda');
    }
    const told = await bodyOf(first.value, MOST);
    const head = parsed(headSchema, told, HEAD);
    assertKnown(head);
    let manifest: Manifest | null = null;
    async function* entries() {
      for await (const entry of all) {
        if (entry.header.name !== MANIFEST) yield entry;
        else manifest = await readManifest(entry, all, sha256(told));
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

/** Reads the manifest with its sum, after which nothing comes. */
async function readManifest(entry: Entry, rest: AsyncGenerator<Entry>, head: string) {
  const told = await bodyOf(entry, MOST);
  const seal = await rest.next();
  if (seal.done || seal.value.header.name !== SEAL) throw damaged('está incompleta: falta o fim');
  const sum = await bodyOf(seal.value, 1_000);
  if (sum.toString('utf8') !== `${sha256(told)}  ${MANIFEST}\n`) {
    throw damaged(`${MANIFEST} foi alterado`);
  }
  const manifest = parsed(manifestSchema, told, MANIFEST);
  if (manifest.head !== head) throw damaged(`${HEAD} foi alterado`);
  if (!(await rest.next()).done) throw damaged('há algo depois do fim dela');
  return manifest;
}
