import { Encrypter } from 'age-encryption';
import { z } from 'zod';
import ptBR from 'zod/v4/locales/pt-BR.js';
import { clientAddress } from '../platform/http/client-address.ts';
import type { Mailbox } from '../ports/mailer.ts';

// zod's default messages are set to Portuguese, for settings and for HTTP input.
z.config(ptBR());

/** Groups of settings in the documentation, in order, with their headings. */
export const settingGroups = {
  network: 'Network',
  storage: 'Storage',
  access: 'Sign-in and administrators',
  payments: 'Payments',
  mail: 'E-mail',
  company: 'Company',
  calls: 'Voice calls',
  age: 'Age checks',
  notifications: 'Push notifications',
  limits: 'Limits and deadlines',
  monitoring: 'Monitoring',
  backup: 'Backups',
  development: 'Demo and development',
} as const;

/** Documentation of a setting. */
export interface SettingNotes {
  readonly group: keyof typeof settingGroups;
  /** Purpose of the setting in one or two sentences of Markdown without a line break. */
  readonly about: string;
  /** Set when production requires the setting. */
  readonly needed?: true;
  /** Set for a secret: it is never printed and can be read from the file named by `NAME_FILE`. */
  readonly secret?: true;
  /** What applies without the setting, when its default is not a fixed value. */
  readonly without?: string;
}

/** Documentation of settings, by their schema. */
export const settingNotes = z.registry<SettingNotes>();

/** Attaches documentation to the schema of a setting, and returns the schema. */
export function withSettingNotes<S extends z.ZodType>(schema: S, note: SettingNotes): S {
  settingNotes.add(schema, note);
  return schema;
}

export const positiveNumber = z.coerce.number().positive();
export const booleanFlag = z.enum(['0', '1']).transform((text) => text === '1');
export const nonEmptyText = z.string().trim().min(1);

/** Schema of a token of an external service, which is sent in headers: ASCII without spaces. */
export const serviceToken = nonEmptyText.regex(
  /^[!-~]+$/,
  'tem espaço, quebra de linha ou caractere que não é dela: copie-a de novo',
);

export const httpUrl = z.url({ protocol: /^https?$/ });

/** Schema of an origin; a trailing slash is removed. */
export const httpOrigin = httpUrl
  .transform((text) => new URL(text.replace(/\/+$/, '')))
  .refine(
    ({ href, origin }) => href === `${origin}/`,
    'deve ter só protocolo, host e porta, como https://guilda.example',
  )
  .transform(({ origin }) => origin);

function areProxyAddresses(text: string): boolean {
  try {
    clientAddress(text);
    return true;
  } catch {
    return false;
  }
}

/** Schema of comma-separated addresses or networks. */
export const proxyList = nonEmptyText.refine(
  areProxyAddresses,
  'deve ser uma lista de endereços ou redes por vírgulas, como 10.0.0.5,172.16.0.0/12',
);

/** The entries of a comma-separated list, without empty ones. */
export const splitList = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Schema of comma-separated entries; converts them to lower case. */
export const commaSeparatedList = z
  .string()
  .transform((entries) => splitList(entries.toLowerCase()));

/** Schema of comma-separated addresses of PostgreSQL servers. */
export const databaseUrlList = nonEmptyText
  .transform(splitList)
  .pipe(z.array(z.url({ protocol: /^postgres(ql)?$/ })));

/** Schema of comma-separated secrets of at least 32 characters each. */
export const secretList = nonEmptyText
  .transform(splitList)
  .refine(
    (secrets) => secrets.length > 0 && secrets.every(({ length }) => length >= 32),
    'cada segredo deve ter pelo menos 32 caracteres',
  );

function isAgeRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/** Schema of comma-separated public keys of the encryption tool `age`. */
export const ageRecipientList = z
  .string()
  .transform(splitList)
  .refine(
    (keys) => keys.every(isAgeRecipient),
    'deve ser uma lista de chaves públicas do age (age1…) por vírgulas',
  );

/** Schema of the name of an HTTP header; converts it to lower case, as Node does. */
export const headerName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'deve ser o nome de um cabeçalho HTTP, como X-Client-Port');

/** Schema of comma-separated e-mail addresses; converts them to lower case. */
export const emailAddressList = commaSeparatedList.refine(
  (entries) => entries.every((entry) => z.email().safeParse(entry).success),
  'deve ser uma lista de endereços de e-mail por vírgulas',
);

/** Format of a mailbox: `address`, `Name <address>` or `"Name, with a comma" <address>`. */
const mailboxPattern = /^(?:(?:"([^"]*)"|([^"]*?))\s*<([^<>]*)>|([^<>]*))$/u;

/** Characters in a display name that could inject headers or a second address. */
const forbiddenNameCharacters = /[\p{C}\p{Zl}\p{Zp}<>"\\@]/u;
const charactersNeedingQuotes = /[,;:]/;
const MAX_NAME_LENGTH = 100;

function parseMailbox(text: string): Mailbox | null {
  const [, quoted, plain = '', framed, bare] = mailboxPattern.exec(text) ?? [];
  const name = (quoted ?? plain).trim();
  const address = z
    .email()
    .max(254)
    .safeParse((framed ?? bare ?? '').trim());
  const isInvalidName = forbiddenNameCharacters.test(name) || name.length > MAX_NAME_LENGTH;
  if (
    !address.success ||
    isInvalidName ||
    (quoted === undefined && charactersNeedingQuotes.test(name))
  )
    return null;
  return { name: name || null, address: address.data };
}

/** Schema of one mailbox (RFC 5322), with or without a display name. */
export const mailboxText = z.string().transform((text, context): Mailbox => {
  const mailbox = parseMailbox(text.trim());
  if (mailbox) return mailbox;
  context.addIssue({
    code: 'custom',
    message: 'deve ser um endereço, como oi@guilda.example ou Guilda <oi@guilda.example>',
  });
  return z.NEVER;
});
