import { z } from 'zod';
import {
  ageRecipientList,
  booleanFlag,
  commaSeparatedList,
  emailAddressList,
  headerName,
  httpOrigin,
  httpUrl,
  nonEmptyText,
  positiveNumber,
  proxyList,
  secretList,
  withSettingNotes,
} from './setting.ts';

const portErrorText = 'use um número de 0 a 65535, como 3100';
const portNumber = z.coerce
  .number(portErrorText)
  .int(portErrorText)
  .min(0, portErrorText)
  .max(65_535, portErrorText);
const processCount = z.union([z.literal('auto'), z.coerce.number().int().min(1).max(64)]);
const countSetting = z.coerce.number().int().min(1).max(1_000_000);

/** Settings of the program itself. */
export const coreSettings = {
  NODE_ENV: withSettingNotes(z.enum(['production', 'development', 'test']).optional(), {
    group: 'network',
    about: '`production` refuses sandboxes and defaults, and names all that is missing at once',
    without: 'demo mode',
  }),
  PORT: withSettingNotes(portNumber.default(3000), {
    group: 'network',
    about: 'Pages, API, files and sockets',
  }),
  HOST: withSettingNotes(nonEmptyText.default('0.0.0.0'), {
    group: 'network',
    about: 'Address it listens at',
  }),
  PROCESSES: withSettingNotes(processCount.default(1), {
    group: 'network',
    about:
      'Processes that share `PORT`, one of them per core with `auto`; another one keeps them running and replaces them on `SIGHUP`',
  }),
  PUBLIC_URL: withSettingNotes(httpOrigin.optional(), {
    group: 'network',
    about: 'Address that people see, without a path; https in production',
    needed: true,
    without: '`http://localhost:PORT`',
  }),
  TRUSTED_PROXIES: withSettingNotes(proxyList.optional(), {
    group: 'network',
    about: 'Proxies whose X-Forwarded-For is believed, as addresses or networks, by commas',
  }),
  CLIENT_PORT_HEADER: withSettingNotes(headerName.optional(), {
    group: 'network',
    about:
      'Header in which every one of `TRUSTED_PROXIES` writes the port of the client, such as `X-Client-Port` of the files in `deploy/`; access records keep it',
    without: 'behind a proxy the port is not known',
  }),
  TOKEN_SECRET: withSettingNotes(z.string().min(32).optional(), {
    group: 'access',
    about: 'At least 32 characters that all keys are derived from (`openssl rand -base64 48`)',
    needed: true,
    secret: true,
    without: 'demo mode makes one in `DATA_DIR`',
  }),
  DATA_SECRETS: withSettingNotes(secretList.optional(), {
    group: 'access',
    about:
      'Secrets of at least 32 characters, by commas, that payout profiles and opened access records are encrypted with: the first one encrypts, all of them decrypt, and so does the key from `TOKEN_SECRET`. Put a new one in front to change it',
    secret: true,
    without: 'a key derived from `TOKEN_SECRET`',
  }),
  ACCESS_RECORDS_RECIPIENTS: withSettingNotes(ageRecipientList.default([]), {
    group: 'access',
    about:
      'Public keys of age (`age1…`), by commas, that access records are encrypted to; any of their private keys opens them. Keep those elsewhere: `npm run access-records -- --make-key FILE` makes a pair',
    without: 'nothing is recorded, which the log and `npm run doctor` of a production report',
  }),
  OIDC_ISSUER: withSettingNotes(httpUrl.optional(), {
    group: 'access',
    about: 'Any OpenID Connect issuer, such as `https://accounts.google.com`',
    needed: true,
    without: 'a sandbox',
  }),
  OIDC_CLIENT_ID: withSettingNotes(nonEmptyText.optional(), {
    group: 'access',
    about: 'The product’s id at the issuer',
    needed: true,
  }),
  ADMIN_EMAILS: withSettingNotes(emailAddressList.default([]), {
    group: 'access',
    about:
      'Verified addresses of the administrators, by commas; who is not named here loses the role at the next start or sign-in',
  }),
  REFRESH_GRACE_SECONDS: withSettingNotes(z.coerce.number().min(0).max(3_600).default(30), {
    group: 'access',
    about:
      'How long a refresh token that was replaced gives the same answer, for tabs that ask at once; afterwards it ends its session',
  }),
  TEAM_EMAIL: withSettingNotes(z.email().default('equipe@guilda.example'), {
    group: 'access',
    about: 'Where reports, feedback and support requests go',
    needed: true,
  }),
  PAYMENT_TIMEOUT_MINUTES: withSettingNotes(positiveNumber.max(5_000_000).default(60), {
    group: 'limits',
    about: 'How long an order waits for its payment; fractions are fine',
  }),
  START_TIMEOUT_HOURS: withSettingNotes(positiveNumber.max(100_000).default(168), {
    group: 'limits',
    about: 'How long a paid order waits for its start before it is refunded; fractions are fine',
  }),
  CLEARING_HOURS: withSettingNotes(z.coerce.number().min(0).max(100_000).default(72), {
    group: 'limits',
    about:
      'How long the money of an order that its seller completed is held before it is available; 0 for at once, fractions are fine',
  }),
  CLEARING_HOURS_CONFIRMED: withSettingNotes(z.coerce.number().min(0).max(100_000).default(24), {
    group: 'limits',
    about:
      'How long the money of an order that its buyer completed is held before it is available; 0 for at once, fractions are fine',
  }),
  DISPUTE_ANSWER_HOURS: withSettingNotes(positiveNumber.max(100_000).default(48), {
    group: 'limits',
    about:
      'How long a seller has to answer a dispute before the buyer gets everything back; fractions are fine',
  }),
  PAYOUT_PROFILE_REST_HOURS: withSettingNotes(z.coerce.number().min(0).max(100_000).default(24), {
    group: 'limits',
    about:
      'How long a changed payout profile rests before its seller can withdraw again; the first one does not rest, 0 for not at all, fractions are fine',
  }),
  WITHDRAWAL_TWO_EYES_BRL: withSettingNotes(
    z.coerce.number().min(0).max(1_000_000_000).default(2000),
    {
      group: 'limits',
      about:
        'Withdrawals with which an account requests more reais than this within a day are settled by two administrators, one after the other',
    },
  ),
  AWAY_AFTER_SECONDS: withSettingNotes(positiveNumber.max(1_000_000).default(300), {
    group: 'limits',
    about: 'Who does nothing for so long is shown as away; fractions are fine',
  }),
  MAX_ARCHIVE_MB: withSettingNotes(positiveNumber.max(100_000).default(100), {
    group: 'limits',
    about: 'Largest file of a pack; fractions are fine',
  }),
  STORAGE_PER_PERSON_GB: withSettingNotes(positiveNumber.max(1_000_000).default(20), {
    group: 'limits',
    about: 'What pictures and files of packs of one person may take in all; fractions are fine',
  }),
  STORAGE_WAITING_GB: withSettingNotes(positiveNumber.max(1_000_000).default(2), {
    group: 'limits',
    about:
      'What uploads on their way and files that no service uses yet of one person may take in all; fractions are fine',
  }),
  UPLOADS_PER_PERSON: withSettingNotes(z.coerce.number().int().min(1).max(1_000).default(3), {
    group: 'limits',
    about: 'Uploads of one person at the same time',
  }),
  SOCKETS_PER_ACCOUNT: withSettingNotes(countSetting.default(20), {
    group: 'limits',
    about: 'Sockets of one account that may be open at once on a node',
  }),
  SOCKETS_PER_ADDRESS: withSettingNotes(countSetting.default(200), {
    group: 'limits',
    about:
      'Sockets of one address that may be open at once before anyone signs in on them; the oldest makes room',
  }),
  SOCKETS_PER_NODE: withSettingNotes(countSetting.optional(), {
    group: 'limits',
    about: 'Sockets of people that may be open at once on a node',
    without: 'one for every 256 KB of its memory',
  }),
  METRICS_PORT: withSettingNotes(portNumber.optional(), {
    group: 'monitoring',
    about:
      'Serves Prometheus metrics at `/metrics` on a port of its own, which nobody outside may reach',
    without: 'none',
  }),
  METRICS_HOST: withSettingNotes(nonEmptyText.default('127.0.0.1'), {
    group: 'monitoring',
    about: 'Address the metrics are served at',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: withSettingNotes(httpUrl.optional(), {
    group: 'monitoring',
    about: 'Collector that traces are sent to, by OTLP over HTTP, such as `http://localhost:4318`',
    without: 'no traces',
  }),
  OTEL_TRACES_SAMPLE_RATIO: withSettingNotes(z.coerce.number().min(0).max(1).default(0.05), {
    group: 'monitoring',
    about: 'Share of requests that are traced, 0 to 1',
  }),
  LOG_LEVEL: withSettingNotes(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
    {
      group: 'monitoring',
      about: '`trace` to `error`, or `silent`',
      without: '`info`; `warn` in demo mode',
    },
  ),
  BACKUP_KEY: withSettingNotes(z.string().min(16).optional(), {
    group: 'backup',
    about: 'Passphrase of 16 characters or more that backups are encrypted with and restored by',
    secret: true,
    without: 'backups are not encrypted',
  }),
  SEED_DEMO: withSettingNotes(booleanFlag.default(true), {
    group: 'development',
    about: '`0`: no demo data at the first start of demo mode',
  }),
  RATE_LIMIT_FACTOR: withSettingNotes(positiveNumber.default(1), {
    group: 'development',
    about: 'Multiplies every limit over time; for load tests',
  }),
  PUSH_HOSTS: withSettingNotes(commaSeparatedList.default([]), {
    group: 'development',
    about:
      'Demo mode: hosts with ports to which push notifications are also sent by https, by commas',
  }),
};
