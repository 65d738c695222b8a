import { readFile, writeFile } from 'node:fs/promises';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { BackupError } from '../backup/errors.ts';
import { createTextDecrypter, type TextDecrypter } from '../modules/access-records/index.ts';

/**
 * Creates a pair of keys, writes the private key to a new file that only its owner may read, and returns the public
 * key.
 */
export async function createKeyPair(file: string): Promise<string> {
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  const content = `# public key: ${recipient}\n${identity}\n`;
  await writeFile(file, content, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    throw new BackupError(
      (error as NodeJS.ErrnoException).code === 'EEXIST'
        ? `${file} já existe: escolha outro nome.`
        : `Não foi possível escrever em ${file}.`,
    );
  });
  return recipient;
}

/** Reads standard input to its end; null when standard input is a terminal, where nobody types a private key. */
export type ReadStandardInput = () => Promise<string | null>;

/**
 * Reads private keys from a file or from standard input in the format of `age -i`: one key per line; `#` starts a
 * comment.
 */
export async function readPrivateKeys(
  file: string | null,
  readInput: ReadStandardInput,
): Promise<TextDecrypter> {
  const text = file === null ? await readInput() : await readFile(file, 'utf8').catch(() => null);
  const keyLines = (text ?? '').split('\n').map((line) => line.trim());
  const identities = keyLines.filter((line) => line !== '' && !line.startsWith('#'));
  if (identities.length === 0)
    throw new BackupError(
      'Falta a chave privada: --identity ARQUIVO, ou pela entrada padrão. O programa não a tem.',
    );
  try {
    return createTextDecrypter(identities);
  } catch {
    throw new BackupError('Isto não é uma chave privada do age (AGE-SECRET-KEY-1…).');
  }
}
