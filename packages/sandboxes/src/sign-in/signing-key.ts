import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';

const keyField = z.string().min(1);

const signingKeySchema = z.object({
  kty: z.literal('RSA'),
  alg: z.literal('RS256'),
  use: z.literal('sig'),
  kid: keyField,
  e: keyField,
  n: keyField,
  d: keyField,
  p: keyField,
  q: keyField,
  dp: keyField,
  dq: keyField,
  qi: keyField,
});

/** The demo provider's private RS256 key as a JWK. */
export type SigningKey = z.infer<typeof signingKeySchema>;

/**
 * Reads the key in `file`, or creates one, so that tokens stay valid after a restart. A key that cannot be read is
 * replaced.
 */
export async function loadSigningKey(file: string): Promise<SigningKey> {
  const storedKey = signingKeySchema.safeParse(await readJson(file));
  if (storedKey.success) return storedKey.data;
  const key = await generateSigningKey();
  await mkdir(dirname(file), { recursive: true });
  const draftPath = `${file}.${randomUUID()}`;
  await writeFile(draftPath, JSON.stringify(key), { mode: 0o600 });
  await rename(draftPath, file);
  return key;
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function generateSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return signingKeySchema.parse({ ...jwk, kid, alg: 'RS256', use: 'sig' });
}
