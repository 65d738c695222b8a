import { readFileSync } from 'node:fs';
import { readSigningKey } from '../adapters/mercado-pago/payouts/request-signature.ts';
import { derivePublicKey } from '../adapters/web-push/index.ts';
import { readNotificationPublicKey, readServicePrivateKey } from '../adapters/yoti/keys.ts';
import { secretFileName } from './secret-files.ts';
import { splitList } from './setting.ts';
import { type Environment, settings } from './settings.ts';

/** The environment variables that are set, after secrets were read from files. */
type GivenVariables = Readonly<Record<string, string | undefined>>;
type PortSettings = Pick<Environment, 'PORT' | 'METRICS_PORT'>;

/** Settings for calls over Discord, which must be set together or not at all. */
export const discordSettingNames = [
  'DISCORD_CLIENT_ID',
  'DISCORD_CLIENT_SECRET',
  'DISCORD_BOT_TOKEN',
  'DISCORD_GUILD_ID',
] as const;

/** Names of the settings that each payment provider requires. */
const paymentSettingNames: Readonly<Record<string, readonly string[]>> = {
  mercadopago: ['MERCADO_PAGO_ACCESS_TOKEN', 'MERCADO_PAGO_WEBHOOK_SECRET'],
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
};

/** Names of the settings that each payout provider requires. */
const payoutSettingNames: Readonly<Record<string, readonly string[]>> = {
  mercadopago: [
    'MERCADO_PAGO_PAYOUT_ACCESS_TOKEN',
    'MERCADO_PAGO_PAYOUT_PRIVATE_KEY',
    'MERCADO_PAGO_PAYOUT_WEBHOOK_SECRET',
  ],
};

/** Names of the settings that each provider of age checks requires. */
const ageSettingNames: Readonly<Record<string, readonly string[]>> = {
  yoti: ['YOTI_SDK_ID', 'YOTI_NOTIFICATION_KEY'],
};

const neededSettingNames = settings.filter(({ needed }) => needed).map(({ name }) => name);

/** Minimum number of different characters in a secret; a secret with fewer counts as weak. */
const MIN_DIFFERENT_CHARACTERS = 12;

/** Finds the variables in `names` that are not set although production requires them. */
function findMissingSettings(names: readonly string[], env: GivenVariables): string[] {
  const unsetNames = names.filter((name) => !env[name]);
  return unsetNames.map((name) => `${name} é obrigatória em produção${secretFileHint(name, env)}`);
}

/** Whether a secret is read from its own file in the folder `SECRET_FILES`. */
function isReadFromSecretFile(name: string, env: GivenVariables): boolean {
  return (
    Boolean(env['SECRET_FILES']) &&
    settings.some((setting) => setting.name === name && setting.secret)
  );
}

/** Hint about the file in which a missing secret belongs; empty without the folder `SECRET_FILES`. */
const secretFileHint = (name: string, env: GivenVariables): string =>
  isReadFromSecretFile(name, env) ? `: é o segredo do arquivo ${secretFileName(name)}` : '';

/** Finds the problem of a weak secret; no problem for a strong one and for a missing one. */
function findWeakSecretProblems(name: string, secret: string | undefined): string[] {
  if (!secret || new Set(secret).size >= MIN_DIFFERENT_CHARACTERS) return [];
  return [`${name} é fácil demais de adivinhar: gere outra com openssl rand -base64 48`];
}

/** Settings whose default is meant for a demo; a copied `.env.example` still contains it, and production refuses it. */
const ownValueSettingNames = ['COMPANY_NAME', 'COMPANY_ADDRESS'] as const;

/** Finds settings of the company that still have the demo's value. */
function findDemoCompanyProblems(env: GivenVariables): string[] {
  return settings
    .filter(
      ({ name, fallback }) =>
        ownValueSettingNames.some((ownName) => ownName === name) && env[name] === fallback,
    )
    .map(({ name }) => `${name} é a da demonstração: use a da empresa`);
}

/** Finds missing and unsafe settings of production. `reportedNames`: missing secrets that were reported already. */
export function findProductionProblems(
  env: GivenVariables,
  reportedNames: readonly string[],
): string[] {
  const paymentNames = paymentSettingNames[env['PAYMENT_PROVIDER'] ?? ''] ?? [];
  const payoutNames = payoutSettingNames[env['PAYOUT_PROVIDER'] ?? ''] ?? [];
  const ageNames = ageSettingNames[env['AGE_PROVIDER'] ?? ''] ?? [];
  const neededNames = [...neededSettingNames, ...paymentNames, ...payoutNames, ...ageNames].filter(
    (name) => !reportedNames.includes(name),
  );
  const problems = findMissingSettings(neededNames, env);
  if (!env['FILES_DIR'] && !env['S3_BUCKET']) {
    problems.push('FILES_DIR é obrigatória em produção, ou S3_BUCKET em seu lugar');
  }
  if (env['PUBLIC_URL'] && !env['PUBLIC_URL'].startsWith('https://')) {
    problems.push('PUBLIC_URL deve começar com https:// em produção');
  }
  if (env['OIDC_ISSUER'] && !env['OIDC_ISSUER'].startsWith('https://')) {
    problems.push('OIDC_ISSUER deve começar com https:// em produção');
  }
  const dataSecrets = splitList(env['DATA_SECRETS'] ?? '');
  return [
    ...problems,
    ...findDemoCompanyProblems(env),
    ...findSigningKeyProblem(env),
    ...findYotiProblems(env),
    ...findAccountAgeProblem(env),
    ...findDirectReadsProblems(env),
    ...findWeakSecretProblems('TOKEN_SECRET', env['TOKEN_SECRET']),
    ...dataSecrets.flatMap((secret) => findWeakSecretProblems('DATA_SECRETS', secret)),
  ];
}

/** Finds the problem of a signing key that is not an Ed25519 private key in PEM. */
function findSigningKeyProblem({
  PAYOUT_PROVIDER: payoutProvider,
  ...env
}: GivenVariables): string[] {
  const pem = env['MERCADO_PAGO_PAYOUT_PRIVATE_KEY'];
  if (payoutProvider !== 'mercadopago' || !pem || readSigningKey(pem)) return [];
  return ['MERCADO_PAGO_PAYOUT_PRIVATE_KEY não é uma chave privada Ed25519 em PEM'];
}

/** Finds the problem of a required age that nobody can prove, because no provider is configured. */
function findAccountAgeProblem({
  ACCOUNT_AGE: accountAge,
  AGE_PROVIDER: ageProvider,
}: GivenVariables): string[] {
  if (!accountAge || accountAge === 'off' || ageProvider) return [];
  return ['ACCOUNT_AGE precisa de AGE_PROVIDER: sem ele ninguém consegue confirmar a idade'];
}

/** Finds problems of Yoti's credentials: not exactly one of private key and API key, or a key that is no RSA key. */
function findYotiProblems({ AGE_PROVIDER: ageProvider, ...env }: GivenVariables): string[] {
  if (ageProvider !== 'yoti') return [];
  const {
    YOTI_PRIVATE_KEY: privateKey,
    YOTI_API_KEY: apiKey,
    YOTI_NOTIFICATION_KEY: notificationKey,
  } = env;
  return [
    ...(Boolean(privateKey) === Boolean(apiKey)
      ? ['YOTI_PRIVATE_KEY é obrigatória com AGE_PROVIDER=yoti, ou YOTI_API_KEY em seu lugar']
      : []),
    ...(privateKey && !readServicePrivateKey(privateKey)
      ? ['YOTI_PRIVATE_KEY não é uma chave privada RSA em PEM']
      : []),
    ...(notificationKey && !readNotificationPublicKey(notificationKey)
      ? ['YOTI_NOTIFICATION_KEY não é uma chave pública RSA em PEM']
      : []),
  ];
}

/**
 * Finds problems of a bucket that browsers download from directly: browsers block plain HTTP on an HTTPS page, and
 * would send Guilda's cookies to a bucket on the same host.
 */
function findDirectReadsProblems(env: GivenVariables): string[] {
  const {
    S3_DIRECT_READS: directReads,
    S3_ENDPOINT: endpoint = '',
    PUBLIC_URL: publicUrl = '',
  } = env;
  if (directReads !== '1' || !URL.canParse(endpoint) || !URL.canParse(publicUrl)) return [];
  const [store, product] = [new URL(endpoint), new URL(publicUrl)];
  const problems: string[] = [];
  if (store.protocol !== 'https:') {
    problems.push('S3_ENDPOINT deve começar com https:// com S3_DIRECT_READS em produção');
  }
  // Cookies do not distinguish ports, so only the host names are compared.
  if (store.hostname === product.hostname) {
    problems.push(
      'S3_ENDPOINT precisa de um host que não seja o de PUBLIC_URL com S3_DIRECT_READS',
    );
  }
  return problems;
}

/**
 * Finds a `DATABASE_DIRECT_URL` without a `DATABASE_URL`, and certificate files in the parameters of these URLs that
 * cannot be read, because the driver would crash the program.
 */
export function findDatabaseProblems(env: GivenVariables): string[] {
  const hasOnlyDirectUrl = env['DATABASE_DIRECT_URL'] && !env['DATABASE_URL'];
  return [
    ...(hasOnlyDirectUrl ? ['DATABASE_DIRECT_URL só vale junto com DATABASE_URL'] : []),
    ...['DATABASE_URL', 'DATABASE_DIRECT_URL'].flatMap((name) =>
      findUnreadParameters(name, env[name]),
    ),
  ];
}

function findUnreadParameters(setting: string, url = ''): string[] {
  if (!URL.canParse(url)) return [];
  const { searchParams } = new URL(url);
  const unreadParameters = ['sslrootcert', 'sslcert', 'sslkey'].filter((name) => {
    const path = searchParams.get(name);
    return path !== null && !isReadableFile(path);
  });
  return unreadParameters.map((name) => `${setting}: não é possível ler o arquivo de ${name}`);
}

function isReadableFile(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Finds incomplete settings of a bucket, and a bucket that is set together with a folder. */
export function findBucketProblems(env: GivenVariables): string[] {
  const problems: string[] = [];
  if (Boolean(env['S3_ACCESS_KEY_ID']) !== Boolean(env['S3_SECRET_ACCESS_KEY'])) {
    problems.push('S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY vão juntas');
  }
  if (env['S3_BUCKET'] && env['FILES_DIR']) {
    problems.push('FILES_DIR e S3_BUCKET não vão juntas: os arquivos ficam em um lugar só');
  }
  const bucketSetting = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID'].find((name) => env[name]);
  if (!env['S3_BUCKET'] && bucketSetting) problems.push(`${bucketSetting} precisa de S3_BUCKET`);
  return problems;
}

/** Finds a header for the client's port when no trusted proxy is configured that could set the header. */
export function findClientPortProblem(env: GivenVariables): string[] {
  return env['CLIENT_PORT_HEADER'] && !env['TRUSTED_PROXIES']
    ? ['CLIENT_PORT_HEADER precisa de TRUSTED_PROXIES: só um proxy conhecido diz a porta']
    : [];
}

/** Finds VAPID keys that do not belong together. */
export function findVapidProblems(env: GivenVariables): string[] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  if (!publicKey && !privateKey) return [];
  if (!publicKey || !privateKey) {
    return ['VAPID_PUBLIC_KEY e VAPID_PRIVATE_KEY vão juntas'];
  }
  return derivePublicKey(privateKey) === publicKey
    ? []
    : ['VAPID_PUBLIC_KEY não é a chave pública de VAPID_PRIVATE_KEY'];
}

/** Finds a metrics port equal to the program's port; 0 means any free port and is allowed for both. */
export function findMetricsProblems({
  METRICS_PORT: metricsPort,
  PORT: port,
}: PortSettings): string[] {
  return metricsPort && metricsPort === port
    ? ['METRICS_PORT precisa de outra porta que a de PORT']
    : [];
}

/** Finds incomplete settings of Google Analytics. */
export function findGoogleProblems(env: GivenVariables): string[] {
  return Boolean(env['GA_MEASUREMENT_ID']) === Boolean(env['GA_API_SECRET'])
    ? []
    : ['GA_MEASUREMENT_ID e GA_API_SECRET vão juntas'];
}

/** Finds incomplete settings of Discord. `reportedNames`: missing secrets that were reported already. */
export function findDiscordProblems(
  env: GivenVariables,
  reportedNames: readonly string[],
): string[] {
  const missingNames = discordSettingNames.filter((name) => !env[name]);
  const isUnused =
    missingNames.length === discordSettingNames.length && !env['DISCORD_CATEGORY_ID'];
  const unreportedNames = missingNames.filter((name) => !reportedNames.includes(name));
  if (isUnused || unreportedNames.length === 0) return [];
  const namesWithFiles = unreportedNames.map((name) =>
    isReadFromSecretFile(name, env) ? `${name} (o arquivo ${secretFileName(name)})` : name,
  );
  return [`o Discord precisa também de ${namesWithFiles.join(', ')}`];
}
