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

/** The name of a secret's file in a folder of them. */
export const secretFileName = (name: string) => name.toLowerCase();

type Sought = { readonly secret: string } | { readonly problem: string } | null;

/** A secret from the file that `NAME_FILE` names, which must hold one. */
function readNamed(given: Given, name: string): Sought {
  const path = given[`${name}_FILE`];
  if (!path) return null;
  if (given[name]) return { problem: `${name} e ${name}_FILE não vão juntas` };
  const read = readSecret(path);
  if ('reason' in read) return { problem: `${name}_FILE: não é possível ler (${read.reason})` };
  return read.secret.trim() ? read : { problem: `${name}_FILE: o arquivo está vazio` };
}

/** A secret from where `SECRET_FILES` says that all of them are; a file that is missing or empty gives none. */
function readAmongAll(given: Given, name: string): Sought {
  const { SECRET_FILES: prefix } = given;
  if (!prefix) return null;
  const file = secretFileName(name);
  const read = readSecret(prefix + file);
  if ('reason' in read) {
    if (['ENOENT', 'ENOTDIR'].includes(read.reason)) return null;
    return { problem: `${name}: não é possível ler o arquivo ${file} (${read.reason})` };
  }
  if (!read.secret.trim()) return null;
  if (!given[name]) return read;
  return { problem: `${name} está definida, e também no arquivo ${file}: deixe só uma das duas` };
}

/**
 * Takes blank variables for absent ones, and secrets from files, as container platforms and systemd hand them
 * out: each `NAME` from the one that `NAME_FILE` names, else from its own among `SECRET_FILES`.
 * `wanted`: the others' files are not looked at.
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
    const read = readNamed(given, name) ?? readAmongAll(given, name);
    if (!read) continue;
    if ('secret' in read) given[name] = read.secret;
    else problems.push(read.problem);
    if (!given[name]) unread.push(name);
  }
  return { given, problems, unread };
}
