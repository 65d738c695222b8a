import { ConfigError, readConfig } from '../../config/index.ts';
import { type DataEncryption, openDataEncryption } from '../../platform/data-encryption.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { systemIds } from '../../ports/ids.ts';
import { BackupError } from '../errors.ts';
import type { EnvironmentVariables } from '../locations.ts';

/**
 * The encryption of personal data with the secrets of the program's settings, for commands that read or write what the
 * program encrypts. Throws `BackupError`, which names every setting that would keep the program from starting.
 */
export function openProgramEncryption(env: EnvironmentVariables): DataEncryption {
  try {
    const config = readConfig({ ...env });
    return openDataEncryption(config.dataSecrets, openSecrets(config), systemIds);
  } catch (error) {
    throw error instanceof ConfigError ? new BackupError(error.message) : error;
  }
}
