import type { Config } from '../config/index.ts';
import { createDataSealer, type DataSealer } from '../platform/sealed-data.ts';
import { deriveSecrets, readOrCreateMasterSecret, type Secrets } from '../platform/secrets.ts';
import type { Ids } from '../ports/ids.ts';

/** The program's secrets, derived from the configured master secret or from that of the data directory. */
export const openSecrets = ({ tokenSecret, dataDir }: Config): Secrets =>
  deriveSecrets(tokenSecret ?? readOrCreateMasterSecret(dataDir));

/** Encrypts personal data with the newest of the configured secrets, and opens what older ones encrypted. */
export function openDataSealer({ dataSecrets }: Config, secrets: Secrets, ids: Ids): DataSealer {
  const sources = [...dataSecrets.map(deriveSecrets), secrets];
  return createDataSealer(
    sources.map((source) => source.of('personal data')),
    ids,
  );
}
