import { createTransport } from 'nodemailer';
import type { Clock } from '../../ports/clock.ts';
import { assertMail, type Mail, type Mailbox, type Mailer } from '../../ports/mailer.ts';
import { type SmtpError, smtpError } from './smtp-failure.ts';
import { readSmtpUrl, type SmtpServerAddress } from './smtp-server-address.ts';

/** As many as jobs run side by side in one process. */
const MAX_CONNECTIONS = 4;
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
const MAIL_MS = 60_000;
const IDLE_MS = 30_000;

export interface SmtpLog {
  warn(fields: { reason: string }, message: string): void;
}

/** How long the server may take, in ms. */
export interface SmtpPatience {
  /** Until it is connected to and has greeted, each. Default 10 s. */
  readonly connectMs?: number;
  /** Without a word. Default 20 s. */
  readonly silenceMs?: number;
  /** For one mail, waiting for a connection included. Default 60 s. */
  readonly mailMs?: number;
}

export interface SmtpOptions {
  /** `smtps://user:password@host:465`, or `smtp://…:587`. */
  readonly url: string;
  readonly from: Mailbox;
  readonly clock: Clock;
  readonly log: SmtpLog;
  readonly patience?: SmtpPatience;
  /** Whether `smtp://` may go without TLS: only where the server is this very machine, unless told. */
  readonly plain?: boolean;
}

/** A mailer that holds connections. */
export interface SmtpMailer extends Mailer {
  /** Cuts what is open; mails under way reject. */
  close(): void;
}

/** Encrypted always, with a certificate that is checked; in the open on this very machine only. */
const safety = ({ secure, loopback }: SmtpServerAddress, plain = loopback) => ({
  secure,
  requireTLS: !secure && !plain,
  // The snake-oil certificate of a relay on this machine keeps nobody out.
  ignoreTLS: !secure && plain,
});

/** Connections to the mail server, made when they are needed. */
export function openTransport({
  url,
  from,
  patience = {},
  plain,
}: Pick<SmtpOptions, 'url' | 'from' | 'patience' | 'plain'>) {
  const address = readSmtpUrl(url);
  const { connectMs = CONNECT_MS, silenceMs = SILENCE_MS } = patience;
  const transport = createTransport({
    pool: true,
    host: address.host,
    port: address.port,
    name: domainOf(from.address),
    ...safety(address, plain),
    // With a login that the server does not ask for, something is wrong: better told than overlooked.
    ...(address.login ? { auth: address.login, forceAuth: true } : {}),
    maxConnections: MAX_CONNECTIONS,
    // Trying again is the jobs' part; this is for idle connections that the server let go of.
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    socketCloseTimeout: 1_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // What fails is told to whoever sends; without a listener it would end the process.
  transport.on('error', () => undefined);
  return transport;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** The mail as it leaves. Its Message-ID is the same whenever it is sent again. */
export function messageOf(mail: Mail, { from, clock }: Pick<SmtpOptions, 'from' | 'clock'>) {
  const { id, to, subject, text, html, unsubscribeUrl } = mail;
  return {
    from: { name: from.name ?? 'Guilda', address: from.address },
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: clock.now(),
    messageId: `<${id}@${domainOf(from.address)}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === undefined
        ? {}
        : {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
  };
}

/** Carries mails to a mail server by SMTP (RFC 5321), which sees to the rest of their way. */
export function createSmtpMailer(options: SmtpOptions): SmtpMailer {
  const { log, patience: { mailMs = MAIL_MS } = {} } = options;
  const transport = openTransport(options);
  const refused = (error: SmtpError) => {
    if (!error.hopeless) throw error;
    log.warn({ reason: error.message }, 'a mail was refused for good');
  };
  return {
    send: async (mail) => {
      assertMail(mail);
      const signal = AbortSignal.timeout(mailMs);
      await transport
        .sendMail({ ...messageOf(mail, options), signal })
        .catch((error: unknown) => refused(smtpError(error)));
    },
    close: () => transport.close({ force: true }),
  };
}
