import { z } from 'zod';
import {
  commaSeparatedList,
  mailboxText,
  nonEmptyText,
  positiveNumber,
  serviceToken,
  withSettingNotes,
} from './setting.ts';

const discordIdSetting = z
  .string()
  .regex(/^\d{1,20}$/, 'deve ser um número de identificação do Discord');

/** Names of the methods of proving one's age at the provider. */
const ageMethods = ['face', 'document', 'app'] as const;

/** Schema of a comma-separated list of methods of proving one's age. */
const ageMethodList = commaSeparatedList.transform((entries, context) => {
  const parsed = z.array(z.enum(ageMethods)).min(1).safeParse(entries);
  if (parsed.success) return parsed.data;
  const message = 'deve ser uma lista de face, document e app, por vírgulas';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** Settings of external services. */
export const externalServiceSettings = {
  PAYMENT_PROVIDER: withSettingNotes(z.enum(['mercadopago', 'stripe']).optional(), {
    group: 'payments',
    about: '`mercadopago` or `stripe`',
    needed: true,
    without: 'a sandbox',
  }),
  MERCADO_PAGO_ACCESS_TOKEN: withSettingNotes(serviceToken.optional(), {
    group: 'payments',
    about: 'Access token of the application at Mercado Pago',
    secret: true,
  }),
  MERCADO_PAGO_WEBHOOK_SECRET: withSettingNotes(serviceToken.optional(), {
    group: 'payments',
    about: 'Secret with which Mercado Pago signs webhooks about payments',
    secret: true,
  }),
  STRIPE_SECRET_KEY: withSettingNotes(serviceToken.optional(), {
    group: 'payments',
    about: 'Secret or restricted key of the account at Stripe',
    secret: true,
  }),
  STRIPE_WEBHOOK_SECRET: withSettingNotes(serviceToken.optional(), {
    group: 'payments',
    about: 'Secret with which Stripe signs webhooks to its endpoint here, `whsec_…`',
    secret: true,
  }),
  PAYOUT_PROVIDER: withSettingNotes(z.enum(['manual', 'mercadopago']).default('manual'), {
    group: 'payments',
    about:
      'Who pays withdrawals: `manual`, an administrator by hand, or `mercadopago`, by its money-out API',
  }),
  MERCADO_PAGO_PAYOUT_ACCESS_TOKEN: withSettingNotes(serviceToken.optional(), {
    group: 'payments',
    about: 'Access token of the application for Payouts at Mercado Pago',
    secret: true,
  }),
  MERCADO_PAGO_PAYOUT_PRIVATE_KEY: withSettingNotes(nonEmptyText.optional(), {
    group: 'payments',
    about:
      'Ed25519 key in PEM that signs payouts, with line breaks or `\\n`; better read from a file',
    secret: true,
  }),
  MERCADO_PAGO_PAYOUT_WEBHOOK_SECRET: withSettingNotes(serviceToken.optional(), {
    group: 'payments',
    about: 'Secret signature of the notifications about payouts',
    secret: true,
  }),
  PLATFORM_FEE_PERCENT: withSettingNotes(z.coerce.number().int().min(0).max(100).default(10), {
    group: 'payments',
    about: 'Platform fee of a completed order, in percent of its price',
  }),
  SMTP_URL: withSettingNotes(z.url({ protocol: /^smtps?$/, hostname: /./ }).optional(), {
    group: 'mail',
    about: '`smtps://user:password@host:465`, or `smtp://…:587`, which must offer STARTTLS',
    needed: true,
    secret: true,
    without: 'an outbox at `/dev/outbox`',
  }),
  MAIL_FROM: withSettingNotes(mailboxText.optional(), {
    group: 'mail',
    about: 'Sender of all mails, `oi@guilda.example` or `Guilda <oi@guilda.example>`',
    needed: true,
  }),
  DISCORD_CLIENT_ID: withSettingNotes(discordIdSetting.optional(), {
    group: 'calls',
    about:
      'Id of the application at Discord, also what people consent to when they connect their account; this and the three below, or none',
    without: 'a sandbox; in production there are no calls',
  }),
  DISCORD_CLIENT_SECRET: withSettingNotes(serviceToken.optional(), {
    group: 'calls',
    about: 'OAuth2 secret of the application at Discord',
    secret: true,
  }),
  DISCORD_BOT_TOKEN: withSettingNotes(serviceToken.optional(), {
    group: 'calls',
    about: 'Token of the bot of the application at Discord',
    secret: true,
  }),
  DISCORD_GUILD_ID: withSettingNotes(discordIdSetting.optional(), {
    group: 'calls',
    about:
      'Id of the Discord server in which rooms of calls are made: one for each installation, better used for nothing else',
  }),
  DISCORD_CATEGORY_ID: withSettingNotes(discordIdSetting.optional(), {
    group: 'calls',
    about: 'Id of the category in which rooms of calls are made (at most 50 at once)',
    without: 'the top of the server (500)',
  }),
  CALL_RING_SECONDS: withSettingNotes(positiveNumber.max(3_600).default(45), {
    group: 'calls',
    about: 'How long a call rings before it counts as missed; fractions are fine',
  }),
  ACCOUNT_AGE: withSettingNotes(z.enum(['off', '16', '18']).default('off'), {
    group: 'age',
    about:
      'Age in years, checked by the provider, from which an account may publish, post, write, buy and sell: `16` or `18`; others read',
  }),
  AGE_PROVIDER: withSettingNotes(z.enum(['yoti']).optional(), {
    group: 'age',
    about: '`yoti`, whose age verification sessions check who is of age',
    without: 'a sandbox; in production everything for adults stays closed',
  }),
  AGE_METHODS: withSettingNotes(ageMethodList.default([...ageMethods]), {
    group: 'age',
    about: "How people may prove their age: `face`, `document`, `app` (Yoti's), by commas",
  }),
  AGE_FACE_THRESHOLD: withSettingNotes(z.coerce.number().int().min(18).max(40).default(25), {
    group: 'age',
    about: 'Age in years that an estimate by the face must show; more than 18, as estimates vary',
  }),
  AGE_VALID_DAYS: withSettingNotes(positiveNumber.max(3_650).default(365), {
    group: 'age',
    about: 'Days after which an approval expires and is asked for again',
  }),
  YOTI_SDK_ID: withSettingNotes(z.uuid().optional(), {
    group: 'age',
    about: 'Id of the service at Yoti',
  }),
  YOTI_PRIVATE_KEY: withSettingNotes(nonEmptyText.optional(), {
    group: 'age',
    about:
      "The service's private RSA key in PEM, with line breaks or `\\n`; better read from a file",
    secret: true,
  }),
  YOTI_API_KEY: withSettingNotes(serviceToken.optional(), {
    group: 'age',
    about: 'API key of a service that has no private key; one of both',
    secret: true,
  }),
  YOTI_NOTIFICATION_KEY: withSettingNotes(nonEmptyText.optional(), {
    group: 'age',
    about: "Yoti's public key in PEM that signs notifications, from its page about notifications",
  }),
  VAPID_PUBLIC_KEY: withSettingNotes(nonEmptyText.optional(), {
    group: 'notifications',
    about:
      'Public key by which push services know the program; with `VAPID_PRIVATE_KEY` or not at all',
    without: 'derived from `TOKEN_SECRET`',
  }),
  VAPID_PRIVATE_KEY: withSettingNotes(nonEmptyText.optional(), {
    group: 'notifications',
    about: 'Private key that belongs to `VAPID_PUBLIC_KEY`',
    secret: true,
  }),
  VAPID_SUBJECT: withSettingNotes(
    z
      .string()
      .regex(/^(mailto:|https:\/\/)\S+$/)
      .optional(),
    {
      group: 'notifications',
      about: 'Whom push services may write to, `mailto:` or `https:`',
      without: '`mailto:TEAM_EMAIL`',
    },
  ),
  GA_MEASUREMENT_ID: withSettingNotes(
    z
      .string()
      .regex(/^G-[A-Z0-9]{4,20}$/, 'deve ser como G-XXXXXXXXXX')
      .optional(),
    {
      group: 'monitoring',
      about: 'Google Analytics 4 stream that also receives the events of visitors who agreed',
    },
  ),
  GA_API_SECRET: withSettingNotes(serviceToken.optional(), {
    group: 'monitoring',
    about: 'Secret of the Measurement Protocol of Google Analytics; both or none',
    secret: true,
  }),
};
