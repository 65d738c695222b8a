import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/**
 * Compresses a text by zstd and encrypts it into the age format, so that the private key of any recipient opens it
 * (`age -d | zstd -d`). Lines of records shrink to a quarter.
 * @param recipients public keys of age (`age1…`)
 */
export async function encryptText(text: string, recipients: readonly string[]): Promise<Buffer> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return Buffer.from(await encrypter.encrypt(await compress(text)));
}

/** Decrypts texts that `encryptText` encrypted; rejects when no identity fits or the bytes were changed. */
export type TextDecrypter = (encryptedBytes: Buffer) => Promise<string>;

/**
 * Creates a function that decrypts texts; throws when an identity is not a valid private key.
 * @param identities private keys of age (`AGE-SECRET-KEY-1…`)
 */
export function createTextDecrypter(identities: readonly string[]): TextDecrypter {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return async (encryptedBytes) =>
    (await decompress(await decrypter.decrypt(encryptedBytes))).toString('utf8');
}
