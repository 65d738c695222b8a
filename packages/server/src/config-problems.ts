import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { publicKeyOf } from './adapters/web-push/index.ts';

/** What is wrong with settings beyond each by itself, in the operator's language. */

type Given = Readonly<Record<string, string | undefined>>;

/** What calls at Discord need, all or none. */
export const discordNames = [
  'DISCORD_CLIENT_ID',
  'DISCORD_CLIENT_SECRET',
  'DISCORD_BOT_TOKEN',
  'DISCORD_GUILD_ID',
] as const;

/** What production needs beyond the defaults; each is told when it is missing. */
const neededInProduction = [
  'DATABASE_URL',
  'PUBLIC_URL',
  'TOKEN_SECRET',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'PAYMENT_PROVIDER',
  'SMTP_URL',
  'FILES_DIR',
  ...discordNames,
] as const;

/** Variables of `names` that production lacks. */
export function missingProblems(names: readonly string[], env: Given): string[] {
  return names.filter((name) => !env[name]).map((name) => `${name} é obrigatória em produção`);
}

/** What production lacks, and that its address is not https. */
export function productionProblems(env: Given): string[] {
  const missing = missingProblems(neededInProduction, env);
  const insecure = env['PUBLIC_URL'] && !env['PUBLIC_URL'].startsWith('https://');
  return insecure ? [...missing, 'PUBLIC_URL deve começar com https:// em produção'] : missing;
}

/** Keys for notices that are no pair. */
export function vapidProblems(env: Given): string[] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  if (!publicKey && !privateKey) return [];
  if (!publicKey || !privateKey) {
    return ['VAPID_PUBLIC_KEY e VAPID_PRIVATE_KEY vão juntas'];
  }
  return publicKeyOf(privateKey) === publicKey
    ? []
    : ['VAPID_PUBLIC_KEY não é a chave pública de VAPID_PRIVATE_KEY'];
}

/** Google Analytics with half of its settings. */
export function googleProblems(env: Given): string[] {
  return Boolean(env['GA_MEASUREMENT_ID']) === Boolean(env['GA_API_SECRET'])
    ? []
    : ['GA_MEASUREMENT_ID e GA_API_SECRET vão juntas'];
}

/** Makes a folder and what is missing above it, one by one: Node's own way never ends under /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

/** Discord with some of its settings. */
export function discordProblems(env: Given): string[] {
  const missing = discordNames.filter((name) => !env[name]);
  const none = missing.length === discordNames.length && !env['DISCORD_CATEGORY_ID'];
  if (none || missing.length === 0) return [];
  return [`o Discord precisa também de ${missing.join(', ')}`];
}

/** A folder that cannot be made or written to. */
export function directoryProblem(name: string, path: string): string[] {
  try {
    makeFolder(path);
    accessSync(path, constants.W_OK);
    return [];
  } catch {
    return [`${name} (${path}): não é possível escrever nesta pasta`];
  }
}
