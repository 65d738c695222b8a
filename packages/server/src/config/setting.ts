import { z } from 'zod';
import ptBR from 'zod/v4/locales/pt-BR.js';
import { clientAddress } from '../platform/http/client-address.ts';
import type { Mailbox } from '../ports/mailer.ts';

// Default messages of zod are Portuguese, for settings and for HTTP input.
z.config(ptBR());

/** Groups of settings with their headings, in order. */
export const groups = {
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
  readonly group: keyof typeof groups;
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
export const notes = z.registry<SettingNotes>();

/** Attaches documentation to the schema of a setting. */
export function setting<S extends z.ZodType>(schema: S, note: SettingNotes): S {
  notes.add(schema, note);
  return schema;
}

export const positive = z.coerce.number().positive();
export const flag = z.enum(['0', '1']).transform((given) => given === '1');
export const text = z.string().trim().min(1);

/** A token of an external service, sent in headers: ASCII without spaces. */
export const token = text.regex(
  /^[!-~]+$/,
  'tem espaço, quebra de linha ou caractere que não é dela: copie-a de novo',
);

export const web = z.url({ protocol: /^https?$/ });

/** An origin; a trailing slash is removed. */
export const origin = web
  .transform((given) => new URL(given.replace(/\/+$/, '')))
  .refine(
    ({ href, origin: bare }) => href === `${bare}/`,
    'deve ter só protocolo, host e porta, como https://guilda.example',
  )
  .transform(({ origin: bare }) => bare);

function areProxies(given: string): boolean {
  try {
    clientAddress(given);
    return true;
  } catch {
    return false;
  }
}

/** Comma-separated addresses or networks. */
export const proxies = text.refine(
  areProxies,
  'deve ser uma lista de endereços ou redes por vírgulas, como 10.0.0.5,172.16.0.0/12',
);

/** Comma-separated entries in lower case. */
export const list = z.string().transform((entries) =>
  entries
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean),
);

/** Comma-separated e-mail addresses in lower case. */
export const addresses = list.refine(
  (entries) => entries.every((entry) => z.email().safeParse(entry).success),
  'deve ser uma lista de endereços de e-mail por vírgulas',
);

/** `address`, `Name <address>` or `"Name, with a comma" <address>`. */
const mailboxForm = /^(?:(?:"([^"]*)"|([^"]*?))\s*<([^<>]*)>|([^<>]*))$/u;

/** Characters that could inject headers or a second address. */
const noName = /[\p{C}\p{Zl}\p{Zp}<>"\\@]/u;
const needsQuotes = /[,;:]/;
const NAME_MAX = 100;

function mailboxOf(given: string): Mailbox | null {
  const [, quoted, plain = '', framed, bare] = mailboxForm.exec(given) ?? [];
  const name = (quoted ?? plain).trim();
  const address = z
    .email()
    .max(254)
    .safeParse((framed ?? bare ?? '').trim());
  const broken = noName.test(name) || name.length > NAME_MAX;
  if (!address.success || broken || (quoted === undefined && needsQuotes.test(name))) return null;
  return { name: name || null, address: address.data };
}

/** One mailbox (RFC 5322), with or without a display name. */
export const mailbox = z.string().transform((given, context): Mailbox => {
  const read = mailboxOf(given.trim());
  if (read) return read;
  context.addIssue({
    code: 'custom',
    message: 'deve ser um endereço, como oi@guilda.example ou Guilda <oi@guilda.example>',
  });
  return z.NEVER;
});
