import { resolve } from 'node:path';
import type { Mailbox } from '../ports/mailer.ts';
import {
  bucketProblems,
  databaseProblems,
  directoryProblem,
  type discordNames,
  discordProblems,
  googleProblems,
  metricsProblems,
  productionProblems,
  vapidProblems,
} from './problems.ts';
import { readSecretFiles } from './secret-files.ts';
import { type Environment, environment } from './settings.ts';

/** The application, bot and server at Discord in which calls take place. */
export interface DiscordConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly botToken: string;
  readonly guildId: string;
  /** The category that rooms are made in; null for the top of the server. */
  readonly categoryId: string | null;
}

/** A bucket of a store that speaks S3. */
export interface BucketConfig {
  readonly bucket: string;
  readonly region: string;
  /** Null for Amazon's; buckets of another are addressed by path. */
  readonly endpoint: string | null;
  /** Null for what the SDK finds by itself. */
  readonly keys: { readonly id: string; readonly secret: string } | null;
  /** Whether files of packs are read from the store itself, by addresses that it signed. */
  readonly directReads: boolean;
}

/** How many bytes a person may keep, and have waiting for a service; and uploads at once. */
export interface StorageConfig {
  readonly limit: number;
  readonly waitingLimit: number;
  readonly uploads: number;
}

/** Who takes the money, with what lets us ask and tells its notices from others. */
export type PaymentConfig =
  | {
      readonly provider: 'mercadopago';
      readonly accessToken: string;
      readonly webhookSecret: string;
    }
  | { readonly provider: 'stripe'; readonly secretKey: string; readonly webhookSecret: string };

/** The program's settings, checked and frozen. */
export interface Config {
  /** Nothing real is configured: sandboxes, demo data, `/dev` and `/sandbox`. */
  readonly demo: boolean;
  readonly port: number;
  readonly host: string;
  /** An origin, as browsers write it; null lets the program name its own loopback address. */
  readonly publicUrl: string | null;
  readonly dataDir: string;
  /** Where uploaded files are kept; not looked at with a `bucket`. */
  readonly filesDir: string;
  /** Keeps uploaded files in place of `filesDir`; null without one. */
  readonly bucket: BucketConfig | null;
  readonly databaseUrl: string | null;
  readonly databasePoolMax: number;
  /** What several nodes share; null for a node that is alone. */
  readonly redisUrl: string | null;
  readonly pgBin: string | null;
  readonly tokenSecret: string | null;
  readonly oidcIssuer: string | null;
  readonly oidcClientId: string | null;
  /** Null in demo mode, whose sandbox takes no money. */
  readonly payments: PaymentConfig | null;
  /** Whose name mails bear; null for none given, as demo mode may have it. */
  readonly mailFrom: Mailbox | null;
  /** Null in demo mode, whose mails stay in an outbox. */
  readonly smtp: { readonly url: string; readonly from: Mailbox } | null;
  readonly adminEmails: readonly string[];
  readonly refreshGraceSeconds: number;
  readonly teamEmail: string;
  readonly platformFeePercent: number;
  readonly paymentTimeoutMinutes: number;
  /** How long a paid order waits for its start before it is refunded. */
  readonly startTimeoutHours: number;
  /** How long without activity makes somebody away. */
  readonly awayAfterSeconds: number;
  /** How long a call rings before it counts as missed. */
  readonly callRingSeconds: number;
  /** Null for the sandbox; in production, for no calls. */
  readonly discord: DiscordConfig | null;
  /** Bytes of one file of a pack. */
  readonly maxArchiveBytes: number;
  /** What the files of one person may take. */
  readonly storage: StorageConfig;
  /** Bytes of the disks of files and of uploads in flight that stay free for everything else. */
  readonly minFreeDiskBytes: number;
  /** How many sockets may be open at once; `perNode` null for as many as the memory allows. */
  readonly sockets: {
    readonly perAccount: number;
    readonly perAddress: number;
    readonly perNode: number | null;
  };
  /** The keys that push services know the program by; null for those derived from its secret. */
  readonly vapidKeys: { readonly publicKey: string; readonly privateKey: string } | null;
  /** Whom push services write to. */
  readonly vapidSubject: string;
  /** Hosts, with their ports, that notices are also sent to; none in production. */
  readonly pushHosts: readonly string[];
  /** The stream that events are told to, with the secret that lets us; null for our own counts alone. */
  readonly googleAnalytics: { readonly measurementId: string; readonly apiSecret: string } | null;
  /** Where metrics are served; null for nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Where traces are sent, and of which share of requests; null for nowhere. */
  readonly traces: { readonly endpoint: string; readonly ratio: number } | null;
  readonly seedDemo: boolean;
  readonly rateLimitFactor: number;
  /** Addresses whose X-Forwarded-For is believed. */
  readonly trustedProxies: string | null;
  readonly logLevel: NonNullable<Environment['LOG_LEVEL']>;
}

/** All that is wrong with the settings, in one message. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `A Guilda não pode começar com estas configurações:\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

const GiB = 1024 ** 3;

type DiscordEnvironment = Pick<Environment, (typeof discordNames)[number] | 'DISCORD_CATEGORY_ID'>;

/** Null unless all of it is given. */
export function discordOf(values: DiscordEnvironment): DiscordConfig | null {
  const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret } = values;
  const { DISCORD_BOT_TOKEN: botToken, DISCORD_GUILD_ID: guildId } = values;
  if (!clientId || !clientSecret || !botToken || !guildId) return null;
  const categoryId = values.DISCORD_CATEGORY_ID ?? null;
  return { clientId, clientSecret, botToken, guildId, categoryId };
}

type BucketEnvironment = Pick<
  Environment,
  | 'S3_BUCKET'
  | 'S3_REGION'
  | 'S3_ENDPOINT'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_DIRECT_READS'
>;

/** Null without a bucket. */
export function bucketOf(values: BucketEnvironment): BucketConfig | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = values;
  if (!bucket) return null;
  return {
    bucket,
    region: values.S3_REGION,
    endpoint: values.S3_ENDPOINT?.replace(/\/+$/, '') ?? null,
    keys: id && secret ? { id, secret } : null,
    directReads: values.S3_DIRECT_READS,
  };
}

/** Null in demo mode, whatever is given. */
function paymentsOf(values: Environment): PaymentConfig | null {
  if (values.NODE_ENV !== 'production') return null;
  if (values.PAYMENT_PROVIDER === 'stripe') {
    const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: webhookSecret = '' } = values;
    return { provider: 'stripe', secretKey, webhookSecret };
  }
  const { MERCADO_PAGO_ACCESS_TOKEN: accessToken = '' } = values;
  const { MERCADO_PAGO_WEBHOOK_SECRET: webhookSecret = '' } = values;
  return { provider: 'mercadopago', accessToken, webhookSecret };
}

/** Null in demo mode, whatever is given. */
function smtpOf({ NODE_ENV, SMTP_URL: url, MAIL_FROM: from }: Environment): Config['smtp'] {
  return NODE_ENV === 'production' && url && from ? { url, from } : null;
}

function toConfig(values: Environment): Config {
  const production = values.NODE_ENV === 'production';
  const dataDir = resolve(values.DATA_DIR);
  return Object.freeze({
    demo: !production,
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? null,
    dataDir,
    filesDir: values.FILES_DIR ? resolve(values.FILES_DIR) : resolve(dataDir, 'files'),
    bucket: bucketOf(values),
    databaseUrl: values.DATABASE_URL ?? null,
    databasePoolMax: values.DATABASE_POOL_MAX,
    redisUrl: values.REDIS_URL ?? null,
    pgBin: values.PG_BIN ?? null,
    tokenSecret: values.TOKEN_SECRET ?? null,
    oidcIssuer: values.OIDC_ISSUER ?? null,
    oidcClientId: values.OIDC_CLIENT_ID ?? null,
    payments: paymentsOf(values),
    mailFrom: values.MAIL_FROM ?? null,
    smtp: smtpOf(values),
    adminEmails: values.ADMIN_EMAILS,
    refreshGraceSeconds: values.REFRESH_GRACE_SECONDS,
    teamEmail: values.TEAM_EMAIL,
    platformFeePercent: values.PLATFORM_FEE_PERCENT,
    paymentTimeoutMinutes: values.PAYMENT_TIMEOUT_MINUTES,
    startTimeoutHours: values.START_TIMEOUT_HOURS,
    awayAfterSeconds: values.AWAY_AFTER_SECONDS,
    callRingSeconds: values.CALL_RING_SECONDS,
    discord: discordOf(values),
    sockets: {
      perAccount: values.SOCKETS_PER_ACCOUNT,
      perAddress: values.SOCKETS_PER_ADDRESS,
      perNode: values.SOCKETS_PER_NODE ?? null,
    },
    maxArchiveBytes: Math.ceil(values.MAX_ARCHIVE_MB * 1024 * 1024),
    storage: {
      limit: Math.ceil(values.STORAGE_PER_PERSON_GB * GiB),
      waitingLimit: Math.ceil(values.STORAGE_WAITING_GB * GiB),
      uploads: values.UPLOADS_PER_PERSON,
    },
    minFreeDiskBytes: Math.ceil((values.MIN_FREE_DISK_GB ?? (production ? 2 : 0.5)) * GiB),
    vapidKeys:
      values.VAPID_PUBLIC_KEY && values.VAPID_PRIVATE_KEY
        ? { publicKey: values.VAPID_PUBLIC_KEY, privateKey: values.VAPID_PRIVATE_KEY }
        : null,
    vapidSubject: values.VAPID_SUBJECT ?? `mailto:${values.TEAM_EMAIL}`,
    pushHosts: production ? [] : values.PUSH_HOSTS,
    googleAnalytics:
      values.GA_MEASUREMENT_ID && values.GA_API_SECRET
        ? { measurementId: values.GA_MEASUREMENT_ID, apiSecret: values.GA_API_SECRET }
        : null,
    metrics:
      values.METRICS_PORT === undefined
        ? null
        : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
          ratio: values.OTEL_TRACES_SAMPLE_RATIO,
        }
      : null,
    seedDemo: values.SEED_DEMO,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    trustedProxies: values.TRUSTED_PROXIES ?? null,
    // On a developer's terminal the address is what matters; an operator reads the log.
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  });
}

/** The settings as far as they are well-formed, and all that is wrong with them. */
export interface ExaminedSettings {
  readonly config: Config;
  readonly problems: readonly string[];
  /** Each by itself has its form. */
  readonly wellFormed: boolean;
  /** Passphrase of backups, which a start has no use for; null for none. */
  readonly backupKey: string | null;
}

/** Looks at the environment alone, and neither at folders nor at anything outside. */
export function examineSettings(env: Record<string, string | undefined>): ExaminedSettings {
  const { given, problems: files, unread } = readSecretFiles(env);
  const parsed = environment.safeParse(given);
  const issues = parsed.success ? [] : parsed.error.issues;
  const rest: Record<string, string> = { ...given };
  for (const { path } of issues) delete rest[path.join('.')];
  const values = parsed.success ? parsed.data : environment.parse(rest);
  const production = given['NODE_ENV'] === 'production';
  const problems = [
    ...files,
    ...issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...vapidProblems(given),
    ...googleProblems(given),
    ...metricsProblems(values),
    ...databaseProblems(given),
    ...bucketProblems(given),
    ...discordProblems(given, unread),
    ...(production ? productionProblems(given, unread) : []),
  ];
  const backupKey = values.BACKUP_KEY ?? null;
  return { config: toConfig(values), problems, wellFormed: parsed.success, backupKey };
}

/** Reads the environment; throws `ConfigError` naming every problem at once. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { config, problems, wellFormed } = examineSettings(env);
  const folders =
    problems.length === 0 || (config.demo && wellFormed)
      ? [
          ...directoryProblem('DATA_DIR', config.dataDir),
          ...(env['FILES_DIR'] ? directoryProblem('FILES_DIR', config.filesDir) : []),
        ]
      : [];
  const all = [...problems, ...folders];
  if (all.length > 0) throw new ConfigError(all);
  return config;
}
