import { resolve } from 'node:path';
import { z } from 'zod';
import ptBR from 'zod/v4/locales/pt-BR.js';
import {
  directoryProblem,
  discordNames,
  discordProblems,
  googleProblems,
  missingProblems,
  productionProblems,
  vapidProblems,
} from './config-problems.ts';

// What a schema has no text of its own for is told in Portuguese, over HTTP as well.
z.config(ptBR());

const positive = z.coerce.number().positive();
const flag = z.enum(['0', '1']).transform((text) => text === '1');
const text = z.string().trim().min(1);
const snowflake = z.string().regex(/^\d{1,20}$/, 'deve ser um número de identificação do Discord');
const list = z.string().transform((entries) =>
  entries
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean),
);

/** Every variable the program reads; `docs/operations.md` and `.env.example` name the same. */
const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: text.default('0.0.0.0'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL_MAX: z.coerce.number().int().min(2).max(200).default(20),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  PG_BIN: text.optional(),
  FILES_DIR: text.optional(),
  TOKEN_SECRET: z.string().min(32).optional(),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: text.optional(),
  PAYMENT_PROVIDER: z.never('esta versão só traz o provedor de teste').optional(),
  SMTP_URL: z.never('esta versão só traz a caixa de saída de teste').optional(),
  ADMIN_EMAILS: list.default([]),
  TEAM_EMAIL: z.email().default('equipe@guilda.example'),
  PLATFORM_FEE_PERCENT: z.coerce.number().int().min(0).max(100).default(10),
  PAYMENT_TIMEOUT_MINUTES: positive.max(5_000_000).default(60),
  START_TIMEOUT_HOURS: positive.max(100_000).default(168),
  AWAY_AFTER_SECONDS: positive.max(1_000_000).default(300),
  CALL_RING_SECONDS: positive.max(3_600).default(45),
  DISCORD_CLIENT_ID: snowflake.optional(),
  DISCORD_CLIENT_SECRET: text.optional(),
  DISCORD_BOT_TOKEN: text.optional(),
  DISCORD_GUILD_ID: snowflake.optional(),
  DISCORD_CATEGORY_ID: snowflake.optional(),
  MAX_ARCHIVE_MB: positive.max(100_000).default(100),
  VAPID_PUBLIC_KEY: text.optional(),
  VAPID_PRIVATE_KEY: text.optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:|https:\/\/)\S+$/)
    .optional(),
  PUSH_HOSTS: list.default([]),
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,20}$/, 'deve ser como G-XXXXXXXXXX')
    .optional(),
  GA_API_SECRET: text.optional(),
  SEED_DEMO: flag.default(true),
  RATE_LIMIT_FACTOR: positive.default(1),
  TRUSTED_PROXIES: text.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
});

type Environment = z.output<typeof environment>;

/** The application, bot and server at Discord in which calls take place. */
export interface DiscordConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly botToken: string;
  readonly guildId: string;
  /** The category that rooms are made in; null for the top of the server. */
  readonly categoryId: string | null;
}

/** The program's settings, checked and frozen. */
export interface Config {
  /** Nothing real is configured: sandboxes, demo data, `/dev` and `/sandbox`. */
  readonly demo: boolean;
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash; null lets the program name its own loopback address. */
  readonly publicUrl: string | null;
  readonly dataDir: string;
  readonly filesDir: string;
  readonly databaseUrl: string | null;
  readonly databasePoolMax: number;
  /** What several nodes share; null for a node that is alone. */
  readonly redisUrl: string | null;
  readonly pgBin: string | null;
  readonly tokenSecret: string | null;
  readonly oidcIssuer: string | null;
  readonly oidcClientId: string | null;
  readonly adminEmails: readonly string[];
  readonly teamEmail: string;
  readonly platformFeePercent: number;
  readonly paymentTimeoutMinutes: number;
  /** How long a paid order waits for its start before it is refunded. */
  readonly startTimeoutHours: number;
  /** How long without activity makes somebody away. */
  readonly awayAfterSeconds: number;
  /** How long a call rings before it counts as missed. */
  readonly callRingSeconds: number;
  /** Null for the sandbox. */
  readonly discord: DiscordConfig | null;
  /** Bytes of one file of a pack. */
  readonly maxArchiveBytes: number;
  /** The keys that push services know the program by; null for those derived from its secret. */
  readonly vapidKeys: { readonly publicKey: string; readonly privateKey: string } | null;
  /** Whom push services write to. */
  readonly vapidSubject: string;
  /** Hosts, with their ports, that notices are also sent to; none in production. */
  readonly pushHosts: readonly string[];
  /** The stream that events are told to, with the secret that lets us; null for our own counts alone. */
  readonly googleAnalytics: { readonly measurementId: string; readonly apiSecret: string } | null;
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

type DiscordEnvironment = Pick<Environment, (typeof discordNames)[number] | 'DISCORD_CATEGORY_ID'>;

function discordOf(values: DiscordEnvironment): DiscordConfig | null {
  const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret } = values;
  const { DISCORD_BOT_TOKEN: botToken, DISCORD_GUILD_ID: guildId } = values;
  if (!clientId || !clientSecret || !botToken || !guildId) return null;
  const categoryId = values.DISCORD_CATEGORY_ID ?? null;
  return { clientId, clientSecret, botToken, guildId, categoryId };
}

function toConfig(values: Environment): Config {
  const production = values.NODE_ENV === 'production';
  const dataDir = resolve(values.DATA_DIR);
  return Object.freeze({
    demo: !production,
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    dataDir,
    filesDir: values.FILES_DIR ? resolve(values.FILES_DIR) : resolve(dataDir, 'files'),
    databaseUrl: values.DATABASE_URL ?? null,
    databasePoolMax: values.DATABASE_POOL_MAX,
    redisUrl: values.REDIS_URL ?? null,
    pgBin: values.PG_BIN ?? null,
    tokenSecret: values.TOKEN_SECRET ?? null,
    oidcIssuer: values.OIDC_ISSUER ?? null,
    oidcClientId: values.OIDC_CLIENT_ID ?? null,
    adminEmails: values.ADMIN_EMAILS,
    teamEmail: values.TEAM_EMAIL,
    platformFeePercent: values.PLATFORM_FEE_PERCENT,
    paymentTimeoutMinutes: values.PAYMENT_TIMEOUT_MINUTES,
    startTimeoutHours: values.START_TIMEOUT_HOURS,
    awayAfterSeconds: values.AWAY_AFTER_SECONDS,
    callRingSeconds: values.CALL_RING_SECONDS,
    discord: discordOf(values),
    maxArchiveBytes: Math.ceil(values.MAX_ARCHIVE_MB * 1024 * 1024),
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
    seedDemo: values.SEED_DEMO,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    trustedProxies: values.TRUSTED_PROXIES ?? null,
    // On a developer's terminal the address is what matters; an operator reads the log.
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  });
}

/** Reads the environment; throws `ConfigError` naming every problem at once. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const production = given['NODE_ENV'] === 'production';
  problems.push(...vapidProblems(given), ...googleProblems(given));
  problems.push(...(production ? productionProblems(given) : discordProblems(given)));
  if (parsed.success && !production) {
    problems.push(...directoryProblem('DATA_DIR', resolve(parsed.data.DATA_DIR)));
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data);
}

/** What `npm run doctor` looks at, and what keeps it from looking. */
export interface DiscordSettings {
  /** Null without any; then the sandbox is used, which production has not. */
  readonly discord: DiscordConfig | null;
  readonly publicUrl: string;
  readonly problems: readonly string[];
}

const discordEnvironment = environment.pick({
  ...{ PORT: true, PUBLIC_URL: true, DISCORD_CLIENT_ID: true, DISCORD_CLIENT_SECRET: true },
  ...{ DISCORD_BOT_TOKEN: true, DISCORD_GUILD_ID: true, DISCORD_CATEGORY_ID: true },
});

/** The settings of Discord alone: they can be checked before all the others are right. */
export function readDiscordSettings(env: Record<string, string | undefined>): DiscordSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = discordEnvironment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );
    return { discord: null, publicUrl: '', problems };
  }
  const { PUBLIC_URL: publicUrl, PORT: port } = parsed.data;
  return {
    discord: discordOf(parsed.data),
    publicUrl: publicUrl?.replace(/\/+$/, '') ?? `http://localhost:${port}`,
    problems:
      given['NODE_ENV'] === 'production'
        ? missingProblems(discordNames, given)
        : discordProblems(given),
  };
}
