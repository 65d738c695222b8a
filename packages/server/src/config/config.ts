import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Company } from '@guilda/contract/privacy/legal-pages';
import type { Mailbox } from '../ports/mailer.ts';
import {
  type AgeConfig,
  type BucketConfig,
  type DiscordConfig,
  type PaymentConfig,
  type PayoutConfig,
  type SmtpConfig,
  toAccountAge,
  toAgeConfig,
  toBucketConfig,
  toDiscordConfig,
  toPaymentConfig,
  toPayoutConfig,
  toSmtpConfig,
} from './external-service-config.ts';
import { findFolderProblem } from './folder-problems.ts';
import {
  findBucketProblems,
  findClientPortProblem,
  findDatabaseProblems,
  findDiscordProblems,
  findGoogleProblems,
  findMetricsProblems,
  findProductionProblems,
  findVapidProblems,
} from './problems.ts';
import { readSecretFiles } from './secret-files.ts';
import { type Environment, environmentSchema } from './settings.ts';

/** Storage quota of a person: bytes of all stored files, bytes of files that no service uses yet, concurrent uploads. */
export interface StorageQuotaConfig {
  readonly limit: number;
  readonly waitingLimit: number;
  readonly uploads: number;
}

/** Validated and frozen settings of the program. */
export interface Config {
  /** Demo mode: sandboxes instead of real services, demo data, `/dev` and `/sandbox`. */
  readonly demo: boolean;
  readonly port: number;
  readonly host: string;
  /** Number of processes that share the port. */
  readonly processes: number;
  /** Public origin of the program; null for `http://localhost` with the program's port. */
  readonly publicUrl: string | null;
  readonly dataDir: string;
  /** Folder of uploaded files; ignored with a `bucket`. */
  readonly filesDir: string;
  /** Bucket for uploaded files instead of `filesDir`; null without one. */
  readonly bucket: BucketConfig | null;
  readonly databaseUrl: string | null;
  /** URL of the database without the pooler that `databaseUrl` leads to; null without a pooler. */
  readonly databaseDirectUrl: string | null;
  /** URLs of replicas, for reads that may return data which is a few seconds old. */
  readonly databaseReadUrls: readonly string[];
  readonly databasePoolMax: number;
  /** URL of the Redis that several nodes share; null for a single node. */
  readonly redisUrl: string | null;
  readonly pgBin: string | null;
  readonly tokenSecret: string | null;
  /** Secrets with which personal data is encrypted, newest first; when empty, `tokenSecret` is used. */
  readonly dataSecrets: readonly string[];
  /** Public keys to which access records are encrypted; empty to record nothing, which is allowed only in demo mode. */
  readonly accessRecordRecipients: readonly string[];
  readonly oidcIssuer: string | null;
  readonly oidcClientId: string | null;
  /** The payment provider; null in demo mode, which uses the sandbox. */
  readonly payments: PaymentConfig | null;
  /** The payout provider, replaced by a sandbox in demo mode; null when administrators pay withdrawals by hand. */
  readonly payouts: PayoutConfig | null;
  /** Sender of mails; null if not set, which is allowed only in demo mode. */
  readonly mailFrom: Mailbox | null;
  /** The mail server; null in demo mode, which stores mails in an outbox. */
  readonly smtp: SmtpConfig | null;
  readonly adminEmails: readonly string[];
  readonly refreshGraceSeconds: number;
  readonly teamEmail: string;
  /** The company that runs the installation. */
  readonly company: Company;
  readonly platformFeePercent: number;
  readonly paymentTimeoutMinutes: number;
  /** Hours after which a paid order that was not started is refunded. */
  readonly startTimeoutHours: number;
  /** Hours for which a seller cannot withdraw the money of an order that the seller completed; 0 for none. */
  readonly clearingHours: number;
  /** Hours for which a seller cannot withdraw the money of an order that the buyer completed; 0 for none. */
  readonly clearingHoursConfirmed: number;
  /** Time in hours within which a seller must answer a dispute. */
  readonly disputeAnswerHours: number;
  /** Hours after a change of the payout profile in which the seller cannot withdraw; 0 for none. */
  readonly payoutProfileRestHours: number;
  /** Amount in centavos that a person requests within a day above which two administrators must approve. */
  readonly withdrawalTwoEyes: number;
  /** Inactivity in seconds after which a person is shown as away. */
  readonly awayAfterSeconds: number;
  /** Ringing time in seconds after which a call is missed. */
  readonly callRingSeconds: number;
  /** Discord for voice calls; null in demo mode, which uses a sandbox, and in production without voice calls. */
  readonly discord: DiscordConfig | null;
  /** The provider of age checks; null without one and in demo mode. */
  readonly ageCheck: AgeConfig | null;
  /** Age in years that a person must prove before using an account; null for none. */
  readonly accountAge: 16 | 18 | null;
  /** Maximum size in bytes of one file of a pack, which is a set of files that a seller sells. */
  readonly maxArchiveBytes: number;
  /** Storage quota of a person. */
  readonly storageQuota: StorageQuotaConfig;
  /** Bytes that must stay free on the volumes of files and uploads. */
  readonly minFreeDiskBytes: number;
  /** Maximum number of open sockets; `perNode` is null when it is computed from the memory limit. */
  readonly sockets: {
    readonly perAccount: number;
    readonly perAddress: number;
    readonly perNode: number | null;
  };
  /** VAPID keys for push; null to derive them from `tokenSecret`. */
  readonly vapidKeys: { readonly publicKey: string; readonly privateKey: string } | null;
  /** Contact of the operator for push services, a `mailto:` or https URL. */
  readonly vapidSubject: string;
  /** Additional allowed hosts of push services with ports; none in production. */
  readonly pushHosts: readonly string[];
  /** Id of the Google Analytics stream, and its API secret; null for none. */
  readonly googleAnalytics: { readonly measurementId: string; readonly apiSecret: string } | null;
  /** Listening address of the metrics page; null for none. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** URL of the trace collector, and the share of traces to record; null for none. */
  readonly traces: { readonly endpoint: string; readonly ratio: number } | null;
  readonly seedDemo: boolean;
  readonly rateLimitFactor: number;
  /** Proxies whose X-Forwarded-For header is trusted; null for none. */
  readonly trustedProxies: string | null;
  /** Lower-case name of the header in which `trustedProxies` write the port of the client; null for none. */
  readonly clientPortHeader: string | null;
  readonly logLevel: NonNullable<Environment['LOG_LEVEL']>;
}

/** Thrown for invalid settings, with all problems in one message. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `A Guilda não pode começar com estas configurações:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

const BYTES_PER_GIB = 1024 ** 3;

/** Default size of a process's pool; the pools of all processes fit into PostgreSQL's default of 100 connections. */
const defaultPoolMax = (processes: number) => Math.max(5, Math.min(20, Math.floor(80 / processes)));

function toConfig(values: Environment): Config {
  const isProduction = values.NODE_ENV === 'production';
  const processes = values.PROCESSES === 'auto' ? availableParallelism() : values.PROCESSES;
  const dataDir = resolve(values.DATA_DIR);
  return Object.freeze({
    demo: !isProduction,
    port: values.PORT,
    host: values.HOST,
    processes,
    publicUrl: values.PUBLIC_URL ?? null,
    dataDir,
    filesDir: values.FILES_DIR ? resolve(values.FILES_DIR) : resolve(dataDir, 'files'),
    bucket: toBucketConfig(values),
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    databaseReadUrls: values.DATABASE_READ_URL,
    databasePoolMax: values.DATABASE_POOL_MAX ?? defaultPoolMax(processes),
    redisUrl: values.REDIS_URL ?? null,
    pgBin: values.PG_BIN ?? null,
    tokenSecret: values.TOKEN_SECRET ?? null,
    dataSecrets: values.DATA_SECRETS ?? [],
    accessRecordRecipients: values.ACCESS_RECORDS_RECIPIENTS,
    oidcIssuer: values.OIDC_ISSUER ?? null,
    oidcClientId: values.OIDC_CLIENT_ID ?? null,
    payments: toPaymentConfig(values),
    payouts: toPayoutConfig(values),
    mailFrom: values.MAIL_FROM ?? null,
    smtp: toSmtpConfig(values),
    adminEmails: values.ADMIN_EMAILS,
    refreshGraceSeconds: values.REFRESH_GRACE_SECONDS,
    teamEmail: values.TEAM_EMAIL,
    company: {
      name: values.COMPANY_NAME,
      cnpj: values.COMPANY_CNPJ,
      address: values.COMPANY_ADDRESS,
      email: values.COMPANY_EMAIL,
      dpoEmail: values.DPO_EMAIL,
      ...(values.DPO_NAME === undefined ? {} : { dpoName: values.DPO_NAME }),
    },
    platformFeePercent: values.PLATFORM_FEE_PERCENT,
    paymentTimeoutMinutes: values.PAYMENT_TIMEOUT_MINUTES,
    startTimeoutHours: values.START_TIMEOUT_HOURS,
    clearingHours: values.CLEARING_HOURS,
    clearingHoursConfirmed: values.CLEARING_HOURS_CONFIRMED,
    disputeAnswerHours: values.DISPUTE_ANSWER_HOURS,
    payoutProfileRestHours: values.PAYOUT_PROFILE_REST_HOURS,
    withdrawalTwoEyes: Math.round(values.WITHDRAWAL_TWO_EYES_BRL * 100),
    awayAfterSeconds: values.AWAY_AFTER_SECONDS,
    callRingSeconds: values.CALL_RING_SECONDS,
    discord: toDiscordConfig(values),
    ageCheck: toAgeConfig(values),
    accountAge: toAccountAge(values),
    sockets: {
      perAccount: values.SOCKETS_PER_ACCOUNT,
      perAddress: values.SOCKETS_PER_ADDRESS,
      perNode: values.SOCKETS_PER_NODE ?? null,
    },
    maxArchiveBytes: Math.ceil(values.MAX_ARCHIVE_MB * 1024 * 1024),
    storageQuota: {
      limit: Math.ceil(values.STORAGE_PER_PERSON_GB * BYTES_PER_GIB),
      waitingLimit: Math.ceil(values.STORAGE_WAITING_GB * BYTES_PER_GIB),
      uploads: values.UPLOADS_PER_PERSON,
    },
    minFreeDiskBytes: Math.ceil(
      (values.MIN_FREE_DISK_GB ?? (isProduction ? 2 : 0.5)) * BYTES_PER_GIB,
    ),
    vapidKeys:
      values.VAPID_PUBLIC_KEY && values.VAPID_PRIVATE_KEY
        ? { publicKey: values.VAPID_PUBLIC_KEY, privateKey: values.VAPID_PRIVATE_KEY }
        : null,
    vapidSubject: values.VAPID_SUBJECT ?? `mailto:${values.TEAM_EMAIL}`,
    pushHosts: isProduction ? [] : values.PUSH_HOSTS,
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
    clientPortHeader: values.CLIENT_PORT_HEADER ?? null,
    // Demo mode prints the URL on a terminal, so it logs only warnings; in production operators read the log.
    logLevel: values.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
  });
}

/** Valid settings, with the problems of the invalid ones. */
export interface ValidatedSettings {
  readonly config: Config;
  readonly problems: readonly string[];
  /** Names of the settings whose own value is invalid; the config has their default value. */
  readonly invalidNames: ReadonlySet<string>;
  /** Passphrase for backups, which the program itself does not use; null for none. */
  readonly backupKey: string | null;
}

/** Validates the environment. Reads secret files, but accesses neither configured folders nor external services. */
export function validateSettings(env: Record<string, string | undefined>): ValidatedSettings {
  const { variables, problems: secretFileProblems, unreadNames } = readSecretFiles(env);
  const parsed = environmentSchema.safeParse(variables);
  const issues = parsed.success ? [] : parsed.error.issues;
  const validVariables: Record<string, string> = { ...variables };
  const invalidNames = new Set(issues.map(({ path }) => path.join('.')));
  for (const name of invalidNames) delete validVariables[name];
  const values = parsed.success ? parsed.data : environmentSchema.parse(validVariables);
  const isProduction = variables['NODE_ENV'] === 'production';
  const problems = [
    ...secretFileProblems,
    ...issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...findVapidProblems(variables),
    ...findGoogleProblems(variables),
    ...findMetricsProblems(values),
    ...findDatabaseProblems(variables),
    ...findBucketProblems(variables),
    ...findClientPortProblem(variables),
    ...findDiscordProblems(variables, unreadNames),
    ...(isProduction ? findProductionProblems(variables, unreadNames) : []),
  ];
  const backupKey = values.BACKUP_KEY ?? null;
  return { config: toConfig(values), problems, invalidNames, backupKey };
}

/** Reads the environment; throws `ConfigError` with all problems at once. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { config, problems, invalidNames } = validateSettings(env);
  const filesFolder = env['FILES_DIR'] ? { FILES_DIR: config.filesDir } : {};
  const folders = { DATA_DIR: config.dataDir, ...filesFolder };
  // A start that fails because of other problems creates no folders.
  const create = problems.length === 0;
  const folderProblems = Object.entries(folders).flatMap(([name, path]) =>
    invalidNames.has(name) ? [] : findFolderProblem(name, path, { create }),
  );
  if (!create || folderProblems.length > 0) throw new ConfigError([...problems, ...folderProblems]);
  return config;
}
