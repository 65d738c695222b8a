import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Keys derived from the program's master secret, one for each purpose. */
export interface Secrets {
  /** The key for a purpose: 32 bytes in base64url, the same after every restart. */
  of(purpose: string): string;
}

export function deriveSecrets(masterSecret: string): Secrets {
  return {
    of: (purpose) =>
      Buffer.from(hkdfSync('sha256', masterSecret, 'guilda', purpose, 32)).toString('base64url'),
  };
}

/**
 * The keys for a purpose that concerns stored personal data (docs/adr/0060-personal-data-at-rest.md), the newest first:
 * from `DATA_SECRETS`, and last from the program's secret.
 */
export function dataKeys(
  dataSecrets: readonly string[],
  secrets: Secrets,
  purpose: string,
): [string, ...string[]] {
  const [newest = secrets, ...older] = dataSecrets.map(deriveSecrets);
  const allSecrets = dataSecrets.length === 0 ? [] : [...older, secrets];
  return [newest.of(purpose), ...allSecrets.map((source) => source.of(purpose))];
}

/** Reads the master secret of a data directory. The first start creates it, readable by its owner only. */
export function readOrCreateMasterSecret(dataDir: string): string {
  const path = join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}

/** The program's secrets, derived from the configured master secret or from that of the data directory. */
export const openSecrets = ({
  tokenSecret,
  dataDir,
}: {
  readonly tokenSecret: string | null;
  readonly dataDir: string;
}): Secrets => deriveSecrets(tokenSecret ?? readOrCreateMasterSecret(dataDir));
