import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The program's one secret; every purpose gets a key of its own, so that none reveals another. */
export interface Secrets {
  /** 32 bytes in base64url for one purpose, the same at every start. */
  of(purpose: string): string;
}

export function deriveSecrets(master: string): Secrets {
  return {
    of: (purpose) =>
      Buffer.from(hkdfSync('sha256', master, 'guilda', purpose, 32)).toString('base64url'),
  };
}

/** The master secret of a data directory, made at the first start and readable by its owner only. */
export function secretOfDataDir(dataDir: string): string {
  const path = join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
