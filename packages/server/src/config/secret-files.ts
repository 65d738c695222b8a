import { readFileSync } from 'node:fs';
import { settings } from './settings.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** The environment with its secrets read, and what kept some of them from being read. */
export interface ReadEnvironment {
  readonly given: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
  /** Secrets that a file is named for, and that nobody knows all the same. */
  readonly unread: readonly string[];
}

/** What a file says, without the line break that editors leave; the reason when it cannot be read. */
function readSecret(path: string): { readonly secret: string } | { readonly reason: string } {
  try {
    return { secret: readFileSync(path, 'utf8').replace(/\r?\n$/, '') };
  } catch (error) {
    return { reason: (error as NodeJS.ErrnoException).code ?? 'erro' };
  }
}

const secretNames = settings.filter(({ secret }) => secret).map(({ name }) => name);

/**
 * Takes blank variables for absent ones, and each secret `NAME` from the file that `NAME_FILE` names,
 * as container platforms hand secrets out. `wanted`: the others' files are not looked at.
 */
export function readSecretFiles(
  env: Given,
  wanted: readonly string[] = secretNames,
): ReadEnvironment {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value?.trim()) given[name] = value;
  const problems: string[] = [];
  const unread: string[] = [];
  for (const name of secretNames.filter((each) => wanted.includes(each))) {
    const path = given[`${name}_FILE`];
    if (!path) continue;
    if (given[name]) {
      problems.push(`${name} e ${name}_FILE não vão juntas`);
      continue;
    }
    const read = readSecret(path);
    if ('reason' in read) problems.push(`${name}_FILE: não é possível ler (${read.reason})`);
    else if (read.secret.trim()) given[name] = read.secret;
    else problems.push(`${name}_FILE: o arquivo está vazio`);
    if (!given[name]) unread.push(name);
  }
  return { given, problems, unread };
}
