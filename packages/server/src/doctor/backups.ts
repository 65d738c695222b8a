import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { madeAt } from '../backup/whole-file.ts';
import { type Finding, found, unseen } from '../platform/findings.ts';
import type { Clock } from '../ports/clock.ts';

const DAY_MS = 86_400_000;
const OLD_DAYS = 2;

/** How old the newest backup of `DATA_DIR` is; nothing where there is none, as they may go elsewhere. */
export async function backupFindings(dataDir: string, clock: Clock): Promise<readonly Finding[]> {
  const names = await readdir(join(dataDir, 'backups')).catch(() => []);
  const newest = Math.max(...names.map((name) => madeAt(name) ?? 0));
  if (newest <= 0) return [];
  const days = Math.floor((clock.now().getTime() - newest) / DAY_MS);
  if (days < OLD_DAYS) return [found('Há uma cópia de segurança de menos de dois dias.')];
  return [
    unseen(
      `A cópia de segurança mais nova tem ${days} dias.`,
      'Se as novas não vão para outro lugar, veja por que npm run backup não roda mais.',
    ),
  ];
}
