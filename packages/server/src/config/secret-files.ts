import { readFileSync } from 'node:fs';
import { settings } from './settings.ts';

type GivenVariables = Readonly<Record<string, string | undefined>>;

/** The environment after secrets were read from files, and the problems found. */
export interface EnvironmentWithSecrets {
  /** All variables that are set, by name; includes the secrets that were read from files. */
  readonly variables: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
  /** Names of the secrets whose file could not be read. */
  readonly unreadNames: readonly string[];
}

/** Reads a file without its trailing line break; returns the reason when it cannot be read. */
function readSecret(path: string): { readonly secret: string } | { readonly reason: string } {
  try {
    return { secret: readFileSync(path, 'utf8').replace(/\r?\n$/, '') };
  } catch (error) {
    return { reason: (error as NodeJS.ErrnoException).code ?? 'erro' };
  }
}

const secretSettingNames = settings.filter(({ secret }) => secret).map(({ name }) => name);

/** File name of a secret inside the folder `SECRET_FILES`: the setting's name in lower case. */
export const secretFileName = (name: string) => name.toLowerCase();

type SecretLookup = { readonly secret: string } | { readonly problem: string } | null;

/** Reads a secret from the file that the variable `NAME_FILE` names; the file must not be empty. */
function readOwnSecretFile(environment: GivenVariables, name: string): SecretLookup {
  const path = environment[`${name}_FILE`];
  if (!path) return null;
  if (environment[name]) return { problem: `${name} e ${name}_FILE não vão juntas` };
  const secretOrReason = readSecret(path);
  if ('reason' in secretOrReason)
    return { problem: `${name}_FILE: não é possível ler (${secretOrReason.reason})` };
  return secretOrReason.secret.trim()
    ? secretOrReason
    : { problem: `${name}_FILE: o arquivo está vazio` };
}

/** Reads a secret from the folder `SECRET_FILES`; a missing or empty file is ignored. */
function readFromSecretFolder(environment: GivenVariables, name: string): SecretLookup {
  const { SECRET_FILES: secretFiles } = environment;
  if (!secretFiles) return null;
  const file = secretFileName(name);
  const secretOrReason = readSecret(secretFiles + file);
  if ('reason' in secretOrReason) {
    if (['ENOENT', 'ENOTDIR'].includes(secretOrReason.reason)) return null;
    return { problem: `${name}: não é possível ler o arquivo ${file} (${secretOrReason.reason})` };
  }
  if (!secretOrReason.secret.trim()) return null;
  if (!environment[name]) return secretOrReason;
  return { problem: `${name} está definida, e também no arquivo ${file}: deixe só uma das duas` };
}

/**
 * Treats blank variables as missing, and reads the secrets in `secretNames` from files, as container platforms and
 * systemd provide them. The file of the secret `NAME` is the one that `NAME_FILE` names, else `name` in the folder
 * `SECRET_FILES`.
 */
export function readSecretFiles(
  env: GivenVariables,
  secretNames: readonly string[] = secretSettingNames,
): EnvironmentWithSecrets {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value?.trim()) variables[name] = value;
  const problems: string[] = [];
  const unreadNames: string[] = [];
  for (const name of secretSettingNames.filter((secretName) => secretNames.includes(secretName))) {
    const lookup = readOwnSecretFile(variables, name) ?? readFromSecretFolder(variables, name);
    if (!lookup) continue;
    if ('secret' in lookup) variables[name] = lookup.secret;
    else problems.push(lookup.problem);
    if (!variables[name]) unreadNames.push(name);
  }
  return { variables, problems, unreadNames };
}
