import type { YotiDeps } from '../adapters/yoti/index.ts';
import type { Mailbox } from '../ports/mailer.ts';
import type { discordSettingNames } from './problems.ts';
import type { Environment } from './settings.ts';

/** Discord application, bot and server for calls. */
export interface DiscordConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly botToken: string;
  readonly guildId: string;
  /** Category for voice rooms; null for none. */
  readonly categoryId: string | null;
}

/** A bucket of an S3-compatible store. */
export interface BucketConfig {
  readonly bucket: string;
  readonly region: string;
  /** URL of the store, which is addressed with the bucket in the path; null for Amazon S3. */
  readonly endpoint: string | null;
  /** Access key; null when the SDK has to look credentials up in its environment. */
  readonly keys: { readonly id: string; readonly secret: string } | null;
  /** Whether browsers read pack files directly from the bucket by presigned URLs. */
  readonly directReads: boolean;
}

/** The payment provider with its API credentials and webhook secrets. */
export type PaymentConfig =
  | {
      readonly provider: 'mercadopago';
      readonly accessToken: string;
      readonly webhookSecret: string;
    }
  | { readonly provider: 'stripe'; readonly secretKey: string; readonly webhookSecret: string };

/** The payout provider with its API credentials, its signing key in PEM, and its webhook secret. */
export interface PayoutConfig {
  readonly provider: 'mercadopago';
  readonly accessToken: string;
  readonly privateKey: string;
  readonly webhookSecret: string;
}

/** The provider of age checks with its credentials, and what it accepts as proof. */
export interface AgeConfig
  extends Pick<
    YotiDeps,
    | 'sdkId'
    | 'privateKey'
    | 'apiKey'
    | 'notificationKey'
    | 'methods'
    | 'faceThreshold'
    | 'validDays'
  > {
  readonly provider: 'yoti';
}

/** URL of the mail server, and the sender of mails. */
export interface SmtpConfig {
  readonly url: string;
  readonly from: Mailbox;
}

type DiscordEnvironment = Pick<
  Environment,
  (typeof discordSettingNames)[number] | 'DISCORD_CATEGORY_ID'
>;

/** The Discord setup; null unless all its settings are given. */
export function toDiscordConfig(values: DiscordEnvironment): DiscordConfig | null {
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

/** The bucket; null unless `S3_BUCKET` is set. */
export function toBucketConfig(values: BucketEnvironment): BucketConfig | null {
  const {
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = values;
  if (!bucket) return null;
  return {
    bucket,
    region: values.S3_REGION,
    endpoint: values.S3_ENDPOINT?.replace(/\/+$/, '') ?? null,
    keys: accessKeyId && secretAccessKey ? { id: accessKeyId, secret: secretAccessKey } : null,
    directReads: values.S3_DIRECT_READS,
  };
}

/** The payment provider; always null in demo mode. */
export function toPaymentConfig(values: Environment): PaymentConfig | null {
  if (values.NODE_ENV !== 'production') return null;
  if (values.PAYMENT_PROVIDER === 'stripe') {
    const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: webhookSecret = '' } = values;
    return { provider: 'stripe', secretKey, webhookSecret };
  }
  const { MERCADO_PAGO_ACCESS_TOKEN: accessToken = '' } = values;
  const { MERCADO_PAGO_WEBHOOK_SECRET: webhookSecret = '' } = values;
  return { provider: 'mercadopago', accessToken, webhookSecret };
}

/** The payout provider; null when administrators pay withdrawals by hand. Demo mode uses a sandbox instead. */
export function toPayoutConfig(values: Environment): PayoutConfig | null {
  if (values.PAYOUT_PROVIDER !== 'mercadopago') return null;
  const {
    MERCADO_PAGO_PAYOUT_ACCESS_TOKEN: accessToken = '',
    MERCADO_PAGO_PAYOUT_PRIVATE_KEY: privateKey = '',
    MERCADO_PAGO_PAYOUT_WEBHOOK_SECRET: webhookSecret = '',
  } = values;
  return { provider: 'mercadopago', accessToken, privateKey, webhookSecret };
}

/** The provider of age checks; null without one and in demo mode, which uses a sandbox instead. */
export function toAgeConfig(values: Environment): AgeConfig | null {
  if (values.NODE_ENV !== 'production' || values.AGE_PROVIDER !== 'yoti') return null;
  const { YOTI_SDK_ID: sdkId = '', YOTI_NOTIFICATION_KEY: notificationKey = '' } = values;
  return {
    provider: 'yoti',
    sdkId,
    privateKey: values.YOTI_PRIVATE_KEY ?? null,
    apiKey: values.YOTI_API_KEY ?? null,
    notificationKey,
    methods: values.AGE_METHODS,
    faceThreshold: values.AGE_FACE_THRESHOLD,
    validDays: values.AGE_VALID_DAYS,
  };
}

/** The age in years that `ACCOUNT_AGE` requires; null for none. */
export function toAccountAge({ ACCOUNT_AGE: accountAge }: Environment): 16 | 18 | null {
  if (accountAge === 'off') return null;
  return accountAge === '16' ? 16 : 18;
}

/** The mail server; always null in demo mode. */
export function toSmtpConfig({
  NODE_ENV,
  SMTP_URL: url,
  MAIL_FROM: from,
}: Environment): SmtpConfig | null {
  return NODE_ENV === 'production' && url && from ? { url, from } : null;
}
