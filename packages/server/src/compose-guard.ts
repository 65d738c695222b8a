import type { Outside } from './compose-outside.ts';
import type { Shared } from './compose-shared.ts';
import { readDatabaseSpace, readLastBackup } from './modules/health/index.ts';
import { rememberFor } from './platform/remember.ts';
import { freeBytes } from './platform/uploads/room/free-space.ts';
import type { CertificateFacts } from './ports/certificate-reader.ts';

/** How long what is read of the database and its disks stays as it was read, in ms. */
const MOMENT_MS = 15_000;
/** How long a certificate does, and one that is bad or could not be read. */
const CERTIFICATE_MS = 3_600_000;
const BAD_CERTIFICATE_MS = 60_000;

type ReadCertificate = () => Promise<CertificateFacts | null>;

/** Reads the certificate of the public address once an hour, and each minute while something is wrong with it. */
function certificateOf({ publicUrl, timers }: Shared, reader: Outside['certificates']) {
  if (!reader || !publicUrl.startsWith('https:')) return null;
  const now = () => timers.now();
  const url = new URL(publicUrl);
  const read = rememberFor(BAD_CERTIFICATE_MS, now, () => reader.read(url).catch(() => null));
  const readGood = rememberFor(CERTIFICATE_MS, now, async () => {
    const facts = await read();
    if (!facts || facts.fault !== null) throw new Error('not to be remembered for long');
    return facts;
  });
  const readIt: ReadCertificate = () => readGood().catch(read);
  return readIt;
}

/** What alarms hang on that nobody notices by themselves: backups, free disks and the certificate. */
export function openGuard(shared: Shared, { certificates }: Pick<Outside, 'certificates'>) {
  const { config, database, timers } = shared;
  const remember = <T>(read: () => Promise<T>) => rememberFor(MOMENT_MS, () => timers.now(), read);
  // With a bucket uploads wait in the folder of data until they are checked.
  const folder = config.bucket ? config.dataDir : config.filesDir;
  return {
    lastBackup: remember(() => readLastBackup(database)),
    filesSpace: remember(() => freeBytes(folder)),
    /** Null where it is not to be known. */
    databaseSpace: remember(() => readDatabaseSpace(database)),
    /** Null where there is none; reads null while it cannot be reached. */
    certificate: certificateOf(shared, certificates),
  };
}

export type Guard = ReturnType<typeof openGuard>;

/** Lets metrics tell of it. */
export function readGuardGauges({ meter, config }: Shared, guard: Guard): void {
  meter.gauge('guilda_backup_timestamp_seconds', async () => {
    const last = await guard.lastBackup();
    if (!last && config.demo) return [];
    return [{ labels: {}, value: (last?.getTime() ?? 0) / 1_000 }];
  });
  meter.gauge('guilda_disk_free_bytes', async () => {
    const spaces = { files: await guard.filesSpace(), database: await guard.databaseSpace() };
    return Object.entries(spaces).flatMap(([volume, value]) =>
      value === null ? [] : [{ labels: { volume }, value }],
    );
  });
  meter.gauge('guilda_certificate_timestamp_seconds', async () => {
    const facts = await guard.certificate?.();
    if (!facts) return [];
    return [
      { labels: { edge: 'from' }, value: facts.from.getTime() / 1_000 },
      { labels: { edge: 'until' }, value: facts.until.getTime() / 1_000 },
    ];
  });
}
