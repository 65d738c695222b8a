import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@guilda/server/ports/clock';
import { assertMail, type Mail, type Mailbox, type Mailer } from '@guilda/server/ports/mailer';
import { z } from 'zod';

const sentMail = z.object({
  id: z.string(),
  /** Sender of the mail; absent when `MAIL_FROM` is not set. */
  from: z.string().optional(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  unsubscribeUrl: z.string().optional(),
  sentAt: z.iso.datetime(),
});

/** A sent mail with the time at which it was sent. */
export type SentMail = z.output<typeof sentMail>;

/** The mailer of demo mode: it stores mails, so that the outbox page can show them. */
export interface DemoOutbox extends Mailer {
  /** Lists the sent mails, newest first. */
  list(): Promise<SentMail[]>;
}

export interface DemoOutboxOptions {
  /** Folder with one file for each mail; created when needed. */
  readonly directory: string;
  /** Sender of the mails; null when `MAIL_FROM` is not set. */
  readonly from?: Mailbox | null;
  readonly clock: Clock;
  /** Maximum number of stored mails; the oldest are deleted. */
  readonly maxMails?: number;
}

const DEFAULT_MAX_MAILS = 200;
const FILE_EXTENSION = '.json';

/** Opens the outbox, which still contains the mails that were sent before a restart of the program. */
export async function createDemoOutbox(options: DemoOutboxOptions): Promise<DemoOutbox> {
  const { directory, clock, from = null, maxMails = DEFAULT_MAX_MAILS } = options;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return {
    send: async (mail) => {
      assertMail(mail);
      await storeMail(directory, mail, { from, now: clock.now() });
      await deleteOldMails(directory, maxMails);
    },
    list: () => readAllMails(directory),
  };
}

/** Formats an address with its display name, as in a mail header. */
const formatMailbox = ({ name, address }: Mailbox): string => `${name ?? 'Guilda'} <${address}>`;

interface SendingDetails {
  readonly from: Mailbox | null;
  readonly now: Date;
}

async function storeMail(
  directory: string,
  mail: Mail,
  { from, now }: SendingDetails,
): Promise<void> {
  const path = join(directory, mail.id + FILE_EXTENSION);
  if (await readMail(path)) return;
  const { id, to, subject, text, html, unsubscribeUrl } = mail;
  const sentMail: SentMail = {
    ...{ id, to, subject, text, html },
    ...(from ? { from: formatMailbox(from) } : {}),
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    sentAt: now.toISOString(),
  };
  const draftPath = join(directory, `${randomUUID()}.draft`);
  await writeFile(draftPath, JSON.stringify(sentMail), { mode: 0o600 });
  await rename(draftPath, path);
}

/** Reads a stored mail; null for a missing or invalid file. */
async function readMail(path: string): Promise<SentMail | null> {
  try {
    const parsed = sentMail.safeParse(JSON.parse(await readFile(path, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

async function listMailPaths(directory: string): Promise<string[]> {
  const names = await readdir(directory);
  return names.filter((name) => name.endsWith(FILE_EXTENSION)).map((name) => join(directory, name));
}

async function readAllMails(directory: string): Promise<SentMail[]> {
  const mails = await Promise.all((await listMailPaths(directory)).map(readMail));
  return mails
    .filter((mail) => mail !== null)
    .sort((a, b) => b.sentAt.localeCompare(a.sentAt) || b.id.localeCompare(a.id));
}

async function deleteOldMails(directory: string, maxMails: number): Promise<void> {
  const paths = await listMailPaths(directory);
  if (paths.length <= maxMails) return;
  const pathsWithAge = await Promise.all(
    paths.map(async (path) => ({ path, age: (await stat(path).catch(() => null))?.mtimeMs ?? 0 })),
  );
  pathsWithAge.sort((a, b) => b.age - a.age);
  await Promise.all(pathsWithAge.slice(maxMails).map(({ path }) => rm(path, { force: true })));
}
