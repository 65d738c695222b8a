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
  for await (const chunk of await encrypter.encrypt(toWebStream(bytes))) yield chunk;
}

/** Reads the first `count` bytes of a stream; `wholeStream` still yields the whole stream. */
async function peekBytes(bytes: AsyncIterable<Uint8Array>, count: number) {
  const chunks = bytes[Symbol.asyncIterator]();
  let firstBytes = Buffer.alloc(0);
  let hasEnded = false;
  while (firstBytes.byteLength < count && !hasEnded) {
    const nextChunk = await chunks.next();
    if (nextChunk.done) hasEnded = true;
    else firstBytes = Buffer.concat([firstBytes, nextChunk.value]);
  }
  async function* readWhole() {
    try {
      yield firstBytes as Uint8Array;
      for (; !hasEnded; ) {
        const nextChunk = await chunks.next();
        if (nextChunk.done) return;
        yield nextChunk.value;
      }
    } finally {
      await chunks.return?.();
    }
  }
  return { firstBytes, wholeStream: readWhole() };
}

/** Decrypts a stream with a passphrase; throws `BackupError` at the point where the stream is truncated or altered. */
async function* decryptWithKey(bytes: AsyncIterable<Uint8Array>, passphrase: string) {
  let failure: unknown;
  // Yields the input and records its error, to distinguish errors of the input from errors of the library.
  async function* recordInputError() {
    try {
      yield* bytes;
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const decryptionPromise = decrypter.decrypt(toWebStream(recordInputError()));
  const decryptedBytes = await decryptionPromise.catch((error: unknown) => {
    throw (
      failure ??
      (isWrongKeyError(error)
        ? wrongKeyError()
        : damagedBackupError('o começo dela está danificado'))
    );
  });
  try {
    for await (const chunk of decryptedBytes) yield chunk;
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
  const { firstBytes, wholeStream } = await peekBytes(bytes, AGE_HEADER.byteLength);
  if (!firstBytes.subarray(0, AGE_HEADER.byteLength).equals(AGE_HEADER)) {
    yield* wholeStream;
    return;
  }
  if (passphrase === null) {
    await wholeStream.return(undefined);
    throw new BackupError('Esta cópia está cifrada: defina BACKUP_KEY com a chave dela.');
  }
  yield* decryptWithKey(wholeStream, passphrase);
}
