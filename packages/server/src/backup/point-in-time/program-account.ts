import { readFile } from 'node:fs/promises';
import { BackupError } from '../errors.ts';
import type { EnvironmentVariables } from '../locations.ts';

/** The account that child processes run under; empty for this program's own account. */
export interface ProgramAccount {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * The account for pgBackRest and PostgreSQL: `postgres` when this program runs as root, because PostgreSQL refuses root;
 * else this program's own.
 */
export async function findProgramAccount(): Promise<ProgramAccount> {
  if (process.getuid?.() !== 0) return {};
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n');
  const fields = lines.map((line) => line.split(':')).find(([name]) => name === 'postgres');
  if (!fields)
    throw new BackupError('Não há a conta postgres nesta máquina: instale o PostgreSQL.');
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** Names of the variables that child processes get: basic ones, and those of pgBackRest and AWS, no others. */
const passedVariablePattern = /^(PATH|TMPDIR|(PGBACKREST|AWS)_\w+)$/;

/** The complete environment of pgBackRest and PostgreSQL, whose messages are not translated. */
export function childEnvironment(env: EnvironmentVariables): NodeJS.ProcessEnv {
  const passedEntries = Object.entries(env).filter(([name]) => passedVariablePattern.test(name));
  return { ...Object.fromEntries(passedEntries), LC_ALL: 'C', TZ: 'UTC' };
}
