import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { contentTypeOfKey, type FileStore } from '../../ports/file-store.ts';
import {
  type BackupManifest,
  checksumLine,
  checksumListEntry,
  FILES_PER_CHECKSUM_LIST,
} from '../archive/format.ts';
import { createLineSpool } from '../archive/spool.ts';
import { readEntryBody, type TarEntry } from '../archive/tar-entries.ts';
import { BackupError, damagedBackupError } from '../errors.ts';

/** Largest accepted list of checksums, in bytes. */
const MAX_LIST_BYTES = FILES_PER_CHECKSUM_LIST * 1_024;
/** Number of files that are deleted with one call. */
const DELETE_BATCH_SIZE = 500;

export interface FileLoader extends AsyncDisposable {
  /**
   * Stores an entry that is a file, or compares an entry that is a list of checksums with the files before it. Returns
   * false for other entries.
   */
  take(entry: TarEntry): Promise<boolean>;
  /** Returns the totals of all files; throws when a file was in no list of checksums. */
  finish(): Omit<BackupManifest['files'], 'missing'>;
  /** Deletes the files that this loader stored; files that existed before stay. */
  undo(): Promise<void>;
}

function contentTypeOf(key: string): string {
  try {
    return contentTypeOfKey(key);
  } catch {
    throw damagedBackupError('há nela um arquivo de nome estranho');
  }
}

/** Yields the chunks of a stream unchanged, after passing each of them to `onChunk`. */
async function* tapChunks(body: AsyncIterable<Uint8Array>, onChunk: (chunk: Uint8Array) => void) {
  for await (const chunk of body) {
    onChunk(chunk);
    yield chunk;
  }
}

async function checksumOf(body: AsyncIterable<Uint8Array>, onChunk: (chunk: Uint8Array) => void) {
  const hash = createHash('sha256');
  for await (const chunk of tapChunks(body, onChunk)) hash.update(chunk);
  return hash.digest('hex');
}

const otherFileError = (key: string) =>
  new BackupError(
    `No lugar dos arquivos já há outro ${key}: restaure em um lugar vazio. Nada foi restaurado.`,
  );

/** Creates a loader that stores files and compares their checksums. */
export async function createFileLoader(
  store: FileStore,
  onBytes: (bytes: number) => void,
): Promise<FileLoader> {
  const storedKeys = await createLineSpool();
  const checksumsHash = createHash('sha256');
  let pendingLines = '';
  let [count, bytes, sums, unsummed] = [0, 0, 0, 0];
  const addChunk = (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    onBytes(chunk.byteLength);
  };

  /**
   * Stores a file unless the same file exists, for example from an earlier attempt; an existing file is never deleted
   * by `undo`.
   */
  const putFile = async (key: string, entry: TarEntry): Promise<string> => {
    const contentType = contentTypeOf(key);
    const { size } = entry.header;
    const storedFile = await store.get(key);
    if (storedFile) {
      const [storedChecksum, entryChecksum] = [
        await checksumOf(storedFile.stream, () => {}),
        await checksumOf(entry, addChunk),
      ];
      if (storedChecksum !== entryChecksum) throw otherFileError(key);
      return entryChecksum;
    }
    await storedKeys.add([key]);
    const body = Readable.from(tapChunks(entry, addChunk), { objectMode: false });
    const { sha256 } = await store.put(key, body, { contentType, size });
    return sha256;
  };

  const compareChecksums = async (entry: TarEntry) => {
    const listText = (await readEntryBody(entry, MAX_LIST_BYTES)).toString('utf8');
    sums += 1;
    if (entry.header.name !== checksumListEntry(sums))
      throw damagedBackupError('falta uma lista de arquivos');
    if (listText !== pendingLines) throw damagedBackupError('um arquivo dela foi alterado');
    checksumsHash.update(listText);
    [pendingLines, unsummed] = ['', 0];
  };

  return {
    take: async (entry) => {
      const { name } = entry.header;
      if (name.startsWith('sums/')) {
        await compareChecksums(entry);
        return true;
      }
      if (!name.startsWith('files/')) return false;
      const key = name.slice('files/'.length);
      unsummed += 1;
      if (unsummed > FILES_PER_CHECKSUM_LIST)
        throw damagedBackupError('falta uma lista de arquivos');
      pendingLines += checksumLine(key, await putFile(key, entry));
      count += 1;
      return true;
    },
    finish: () => {
      if (pendingLines !== '') throw damagedBackupError('falta uma lista de arquivos');
      return { count, bytes, sums: checksumsHash.digest('hex') };
    },
    undo: async () => {
      let batch: string[] = [];
      for await (const key of storedKeys.lines()) {
        batch.push(key);
        if (batch.length < DELETE_BATCH_SIZE) continue;
        await store.deleteMany(batch);
        batch = [];
      }
      await store.deleteMany(batch);
    },
    [Symbol.asyncDispose]: () => storedKeys[Symbol.asyncDispose](),
  };
}
