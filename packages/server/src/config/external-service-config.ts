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
  /** Null for Amazon S3; other stores are addressed with the bucket in the path. */
  readonly endpoint: string | null;
  /** Null to let the SDK look credentials up by itself. */
  readonly keys: { readonly id: string; readonly secret: string } | null;
  /** Whether browsers read pack files from the store by presigned URLs. */
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

/** Mail server by its address, and the sender of mails. */
export interface SmtpConfig {
  readonly url: string;
  readonly from: Mailbox;
}

type DiscordEnvironment = Pick<
  Environment,
  (typeof discordSettingNames)[number] | 'DISCORD_CATEGORY_ID'
>;

/** Null unless complete. */
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

/** Null without a bucket. */
export function toBucketConfig(values: BucketEnvironment): BucketConfig | null {
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

/** Always null in demo mode. */
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

/** Always null in demo mode. */
export function toSmtpConfig({
  NODE_ENV,
  SMTP_URL: url,
  MAIL_FROM: from,
}: Environment): SmtpConfig | null {
  return NODE_ENV === 'production' && url && from ? { url, from } : null;
}
