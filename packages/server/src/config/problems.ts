import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { publicKeyOf } from '../adapters/web-push/index.ts';
import { secretFileName } from './secret-files.ts';
import { type Environment, settings } from './settings.ts';

/** Checks across settings; messages are Portuguese, for the operator. */

type Given = Readonly<Record<string, string | undefined>>;
type Ports = Pick<Environment, 'PORT' | 'METRICS_PORT'>;

/** Settings for calls over Discord: all or none. */
export const discordNames = [
  'DISCORD_CLIENT_ID',
  'DISCORD_CLIENT_SECRET',
  'DISCORD_BOT_TOKEN',
  'DISCORD_GUILD_ID',
] as const;

/** Required settings of each payment provider. */
const paymentNames: Readonly<Record<string, readonly string[]>> = {
  mercadopago: ['MERCADO_PAGO_ACCESS_TOKEN', 'MERCADO_PAGO_WEBHOOK_SECRET'],
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
};

const neededNames = settings.filter(({ needed }) => needed).map(({ name }) => name);

/** Minimum number of different characters in a secret. */
const LEAST_CHARACTERS = 12;

/** Variables of `names` that are missing. */
function missingProblems(names: readonly string[], env: Given): string[] {
  const lacked = names.filter((name) => !env[name]);
  return lacked.map((name) => `${name} é obrigatória em produção${placeOf(name, env)}`);
}

/** Whether a setting is usually kept in its own file. */
function isOfFile(name: string, env: Given): boolean {
  return Boolean(env['SECRET_FILES']) && settings.some((each) => each.name === name && each.secret);
}

/** Hint where a missing secret belongs; empty without a configured place. */
const placeOf = (name: string, env: Given): string =>
  isOfFile(name, env) ? `: é o segredo do arquivo ${secretFileName(name)}` : '';

/** Problem of a weak secret. */
function weakSecret(secret: string | undefined): string[] {
  if (!secret || new Set(secret).size >= LEAST_CHARACTERS) return [];
  return ['TOKEN_SECRET é fácil demais de adivinhar: gere outra com openssl rand -base64 48'];
}

/** Missing and unsafe settings of production. `reported`: missing secrets that were reported already. */
export function productionProblems(env: Given, reported: readonly string[]): string[] {
  const provider = paymentNames[env['PAYMENT_PROVIDER'] ?? ''] ?? [];
  const needed = [...neededNames, ...provider].filter((name) => !reported.includes(name));
  const problems = missingProblems(needed, env);
  if (!env['FILES_DIR'] && !env['S3_BUCKET']) {
    problems.push('FILES_DIR é obrigatória em produção, ou S3_BUCKET em seu lugar');
  }
  if (env['PUBLIC_URL'] && !env['PUBLIC_URL'].startsWith('https://')) {
    problems.push('PUBLIC_URL deve começar com https:// em produção');
  }
  if (env['OIDC_ISSUER'] && !env['OIDC_ISSUER'].startsWith('https://')) {
    problems.push('OIDC_ISSUER deve começar com https:// em produção');
  }
  return [...problems, ...directReadsProblems(env), ...weakSecret(env['TOKEN_SECRET'])];
}

/**
 * Problems of a bucket that browsers download from directly: they block plain HTTP on an HTTPS page, and they
 * would send it the product's cookies if both had the same host.
 */
function directReadsProblems(env: Given): string[] {
  const { S3_DIRECT_READS: asked, S3_ENDPOINT: endpoint = '', PUBLIC_URL: own = '' } = env;
  if (asked !== '1' || !URL.canParse(endpoint) || !URL.canParse(own)) return [];
  const [store, product] = [new URL(endpoint), new URL(own)];
  const problems: string[] = [];
  if (store.protocol !== 'https:') {
    problems.push('S3_ENDPOINT deve começar com https:// com S3_DIRECT_READS em produção');
  }
  // Cookies do not distinguish ports.
  if (store.hostname === product.hostname) {
    problems.push(
      'S3_ENDPOINT precisa de um host que não seja o de PUBLIC_URL com S3_DIRECT_READS',
    );
  }
  return problems;
}

/** Unreadable files named by `DATABASE_URL`: the driver would crash the program. */
export function databaseProblems({ DATABASE_URL: url = '' }: Given): string[] {
  if (!URL.canParse(url)) return [];
  const { searchParams } = new URL(url);
  const unread = ['sslrootcert', 'sslcert', 'sslkey'].filter((name) => {
    const path = searchParams.get(name);
    return path !== null && !isReadable(path);
  });
  return unread.map((name) => `DATABASE_URL: não é possível ler o arquivo de ${name}`);
}

function isReadable(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Incomplete settings of a bucket, or a bucket together with a folder. */
export function bucketProblems(env: Given): string[] {
  const problems: string[] = [];
  if (Boolean(env['S3_ACCESS_KEY_ID']) !== Boolean(env['S3_SECRET_ACCESS_KEY'])) {
    problems.push('S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY vão juntas');
  }
  if (env['S3_BUCKET'] && env['FILES_DIR']) {
    problems.push('FILES_DIR e S3_BUCKET não vão juntas: os arquivos ficam em um lugar só');
  }
  const orphan = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID'].find((name) => env[name]);
  if (!env['S3_BUCKET'] && orphan) problems.push(`${orphan} precisa de S3_BUCKET`);
  return problems;
}

/** VAPID keys that do not match. */
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

/** Metrics on the same port as the program; 0 is any free port. */
export function metricsProblems({ METRICS_PORT: metrics, PORT: port }: Ports): string[] {
  return metrics && metrics === port ? ['METRICS_PORT precisa de outra porta que a de PORT'] : [];
}

/** Incomplete settings of Google Analytics. */
export function googleProblems(env: Given): string[] {
  return Boolean(env['GA_MEASUREMENT_ID']) === Boolean(env['GA_API_SECRET'])
    ? []
    : ['GA_MEASUREMENT_ID e GA_API_SECRET vão juntas'];
}

/** Creates a folder and its parents one by one: Node's recursive `mkdir` never returns under /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

/** Incomplete settings of Discord. `reported`: missing secrets that were reported already. */
export function discordProblems(env: Given, reported: readonly string[]): string[] {
  const missing = discordNames.filter((name) => !env[name]);
  const none = missing.length === discordNames.length && !env['DISCORD_CATEGORY_ID'];
  const untold = missing.filter((name) => !reported.includes(name));
  if (none || untold.length === 0) return [];
  const named = untold.map((name) =>
    isOfFile(name, env) ? `${name} (o arquivo ${secretFileName(name)})` : name,
  );
  return [`o Discord precisa também de ${named.join(', ')}`];
}

/** A folder that cannot be created or written to. */
export function directoryProblem(name: string, path: string): string[] {
  try {
    makeFolder(path);
    accessSync(path, constants.W_OK);
    return [];
  } catch {
    return [`${name} (${path}): não é possível escrever nesta pasta; escolha outra`];
  }
}
