import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { backupTimeOf } from '../backup/archive/backup-file.ts';
import type { ValidatedSettings } from '../config/index.ts';
import { type Finding, passedFinding, uncheckedFinding } from '../platform/findings.ts';
import type { Clock } from '../ports/clock.ts';

const DAY_MS = 86_400_000;
/** Age in days above which the newest backup is reported as old; backups are made every night. */
const MAX_BACKUP_AGE_DAYS = 2;

interface NewestBackup {
  /** Time of the backup in ms since 1970, from its file name. */
  readonly createdAt: number;
  readonly isEncrypted: boolean;
}

/** Finds the newest backup that has a default file name. */
async function findNewestBackup(folder: string): Promise<NewestBackup | null> {
  const names = await readdir(folder).catch(() => []);
  const [newest] = names
    .map((name) => ({ createdAt: backupTimeOf(name) ?? 0, isEncrypted: name.endsWith('.age') }))
    .filter(({ createdAt }) => createdAt > 0)
    .sort((a, b) => b.createdAt - a.createdAt);
  return newest ?? null;
}

function backupAgeFinding({ createdAt }: NewestBackup, clock: Clock): Finding {
  const days = Math.floor((clock.now().getTime() - createdAt) / DAY_MS);
  if (days < MAX_BACKUP_AGE_DAYS)
    return passedFinding('Há uma cópia de segurança de menos de dois dias.');
  return uncheckedFinding(
    `A cópia de segurança mais nova tem ${days} dias.`,
    'Se as novas não vão para outro lugar, veja por que npm run backup não roda mais.',
  );
}

/**
 * Hints about backups: age of the newest backup in `DATA_DIR`, and whether it is encrypted. Never a failure, because
 * backups can be stored elsewhere and be encrypted with a key that only the backup command has.
 */
export async function backupFindings(
  { config: { dataDir, demo }, backupKey }: Pick<ValidatedSettings, 'config' | 'backupKey'>,
  clock: Clock,
): Promise<readonly Finding[]> {
  const folder = join(dataDir, 'backups');
  const newestBackup = await findNewestBackup(folder);
  if (demo && !newestBackup) return [];
  const ageFinding = newestBackup
    ? backupAgeFinding(newestBackup, clock)
    : uncheckedFinding(
        `Não há cópia de segurança em ${folder}.`,
        'Se elas não vão para outro lugar, rode npm run backup, e de novo toda noite.',
      );
  if (demo) return [ageFinding];
  if (newestBackup?.isEncrypted || backupKey)
    return [ageFinding, passedFinding('As cópias são cifradas.')];
  return [
    ageFinding,
    uncheckedFinding(
      newestBackup ? 'A cópia mais nova não é cifrada.' : 'BACKUP_KEY não está definida aqui.',
      'Defina BACKUP_KEY para quem faz as cópias: openssl rand -base64 32. Guarde-a longe delas.',
    ),
  ];
}
