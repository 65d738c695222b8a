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
export async function sealText(text: string, recipients: readonly string[]): Promise<Buffer> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return Buffer.from(await encrypter.encrypt(await compress(text)));
}

/** Opens texts that `sealText` encrypted; rejects when no identity fits or the bytes were changed. */
export type TextOpener = (sealed: Buffer) => Promise<string>;

/**
 * Creates a function that opens encrypted texts; throws when an identity is not a valid private key.
 * @param identities private keys of age (`AGE-SECRET-KEY-1…`)
 */
export function createTextOpener(identities: readonly string[]): TextOpener {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  return async (sealed) => (await decompress(await decrypter.decrypt(sealed))).toString('utf8');
}
