import { z } from 'zod';
import ptBR from 'zod/v4/locales/pt-BR.js';
import { clientAddress } from '../platform/http/client-address.ts';
import type { Mailbox } from '../ports/mailer.ts';

// Default messages of zod are Portuguese, for settings and for HTTP input.
z.config(ptBR());

/** Groups of settings with their headings, in order. */
export const settingGroups = {
  network: 'Network',
  storage: 'Storage',
  access: 'Sign-in and administrators',
  payments: 'Payments',
  mail: 'E-mail',
  calls: 'Voice calls',
  notifications: 'Push notifications',
  limits: 'Limits and deadlines',
  monitoring: 'Monitoring',
  backup: 'Backups',
  development: 'Demo and development',
} as const;

/** Documentation of a setting. */
export interface SettingNotes {
  readonly group: keyof typeof settingGroups;
  /** Purpose in one or two sentences of Markdown without a line break. */
  readonly about: string;
  /** Required in production. */
  readonly needed?: true;
  /** Never printed; can be read from the file named by `NAME_FILE`. */
  readonly secret?: true;
  /** Description of a default that is not a fixed value. */
  readonly without?: string;
}

/** Documentation by schema. */
export const settingNotes = z.registry<SettingNotes>();

/** Attaches documentation to the schema of a setting. */
export function withSettingNotes<S extends z.ZodType>(schema: S, note: SettingNotes): S {
  settingNotes.add(schema, note);
  return schema;
}

export const positiveNumber = z.coerce.number().positive();
export const booleanFlag = z.enum(['0', '1']).transform((given) => given === '1');
export const nonEmptyText = z.string().trim().min(1);

/** A token of an external service, sent in headers: ASCII without spaces. */
export const serviceToken = nonEmptyText.regex(
  /^[!-~]+$/,
  'tem espaço, quebra de linha ou caractere que não é dela: copie-a de novo',
);

export const httpUrl = z.url({ protocol: /^https?$/ });

/** An origin; a trailing slash is removed. */
export const httpOrigin = httpUrl
  .transform((given) => new URL(given.replace(/\/+$/, '')))
  .refine(
    ({ href, origin: bare }) => href === `${bare}/`,
    'deve ter só protocolo, host e porta, como https://guilda.example',
  )
  .transform(({ origin: bare }) => bare);

function areProxyAddresses(given: string): boolean {
  try {
    clientAddress(given);
    return true;
  } catch {
    return false;
  }
}

/** Comma-separated addresses or networks. */
export const proxyList = nonEmptyText.refine(
  areProxyAddresses,
  'deve ser uma lista de endereços ou redes por vírgulas, como 10.0.0.5,172.16.0.0/12',
);

/** Comma-separated entries in lower case. */
export const commaSeparatedList = z.string().transform((entries) =>
  entries
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean),
);

/** Comma-separated e-mail addresses in lower case. */
export const emailAddressList = commaSeparatedList.refine(
  (entries) => entries.every((entry) => z.email().safeParse(entry).success),
  'deve ser uma lista de endereços de e-mail por vírgulas',
);

/** `address`, `Name <address>` or `"Name, with a comma" <address>`. */
const mailboxPattern = /^(?:(?:"([^"]*)"|([^"]*?))\s*<([^<>]*)>|([^<>]*))$/u;

/** Characters that could inject headers or a second address. */
const forbiddenNameCharacters = /[\p{C}\p{Zl}\p{Zp}<>"\\@]/u;
const quotedNameCharacters = /[,;:]/;
const MAX_NAME_LENGTH = 100;

function parseMailbox(given: string): Mailbox | null {
  const [, quoted, plain = '', framed, bare] = mailboxPattern.exec(given) ?? [];
  const name = (quoted ?? plain).trim();
  const address = z
    .email()
    .max(254)
    .safeParse((framed ?? bare ?? '').trim());
  const broken = forbiddenNameCharacters.test(name) || name.length > MAX_NAME_LENGTH;
  if (!address.success || broken || (quoted === undefined && quotedNameCharacters.test(name)))
    return null;
  return { name: name || null, address: address.data };
}

/** One mailbox (RFC 5322), with or without a display name. */
export const mailboxText = z.string().transform((given, context): Mailbox => {
  const read = parseMailbox(given.trim());
  if (read) return read;
  context.addIssue({
    code: 'custom',
    message: 'deve ser um endereço, como oi@guilda.example ou Guilda <oi@guilda.example>',
  });
  return z.NEVER;
});
