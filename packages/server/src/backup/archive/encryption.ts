import { Decrypter, Encrypter } from 'age-encryption';
import { BackupError, damagedBackupError } from '../errors.ts';

/** First bytes of every file in the age format. */
const AGE_HEADER = Buffer.from('age-encryption.org/v1\n');

// `Readable.toWeb` is not used: it crashes the process when a chunk arrives after the reader has cancelled.
const toWebStream = (bytes: AsyncIterable<Uint8Array>) => ReadableStream.from(bytes);

/**
 * Encrypts with a passphrase into the age format (scrypt, ChaCha20-Poly1305 in chunks of 64 KiB), compatible with
 * `age -p` and `age -d`.
 * @param workFactor base-2 logarithm of scrypt's cost, 18 as for `age`
 */
export async function* encrypt(
  bytes: AsyncIterable<Uint8Array>,
  passphrase: string,
  workFactor = 18,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(workFactor);
  encrypter.setPassphrase(passphrase);
  for await (const part of await encrypter.encrypt(toWebStream(bytes))) yield part;
}

/** Reads the first `count` bytes of a stream; `all` still yields the whole stream. */
async function peekBytes(bytes: AsyncIterable<Uint8Array>, count: number) {
  const chunks = bytes[Symbol.asyncIterator]();
  let first = Buffer.alloc(0);
  let hasEnded = false;
  while (first.byteLength < count && !hasEnded) {
    const next = await chunks.next();
    if (next.done) hasEnded = true;
    else first = Buffer.concat([first, next.value]);
  }
  async function* all() {
    try {
      yield first as Uint8Array;
      for (; !hasEnded; ) {
        const next = await chunks.next();
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await chunks.return?.();
    }
  }
  return { first, all: all() };
}

/** Decrypts a stream with a passphrase; throws `BackupError` at the point where the stream is truncated or altered. */
async function* decryptWithKey(bytes: AsyncIterable<Uint8Array>, passphrase: string) {
  let failure: unknown;
  // Yields the input and records its error, to distinguish errors of the input from errors of the library.
  async function* watched() {
    try {
      yield* bytes;
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const opening = decrypter.decrypt(toWebStream(watched()));
  const open = await opening.catch((error: unknown) => {
    throw (
      failure ??
      (isWrongKeyError(error)
        ? wrongKeyError()
        : damagedBackupError('o começo dela está danificado'))
    );
  });
  try {
    for await (const part of open) yield part;
  } catch {
    throw failure ?? damagedBackupError('está danificada ou incompleta');
  }
}

const isWrongKeyError = (error: unknown) => error instanceof Error && /identit/.test(error.message);

const wrongKeyError = () =>
  new BackupError('BACKUP_KEY não abre esta cópia: ela foi cifrada com outra chave.');

/**
 * Decrypts an encrypted backup, and passes an unencrypted one through even when a passphrase is given.
 * @throws BackupError for an encrypted backup without a passphrase or with a wrong one, and for a damaged backup
 */
export async function* decrypt(
  bytes: AsyncIterable<Uint8Array>,
  passphrase: string | null,
): AsyncGenerator<Uint8Array> {
  const { first, all } = await peekBytes(bytes, AGE_HEADER.byteLength);
  if (!first.subarray(0, AGE_HEADER.byteLength).equals(AGE_HEADER)) {
    yield* all;
    return;
  }
  if (passphrase === null) {
    await all.return(undefined);
    throw new BackupError('Esta cópia está cifrada: defina BACKUP_KEY com a chave dela.');
  }
  yield* decryptWithKey(all, passphrase);
}
