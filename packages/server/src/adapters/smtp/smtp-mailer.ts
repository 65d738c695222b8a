import { createTransport } from 'nodemailer';
import type { Clock } from '../../ports/clock.ts';
import { assertMail, type Mail, type Mailbox, type Mailer } from '../../ports/mailer.ts';
import { type SmtpError, toSmtpError } from './smtp-failure.ts';
import { parseSmtpUrl, type SmtpServerAddress } from './smtp-server-address.ts';

/** Maximum number of connections: one for each job that runs concurrently. */
const MAX_CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
const MAIL_TIMEOUT_MS = 60_000;
const IDLE_TIMEOUT_MS = 30_000;

export interface SmtpLog {
  warn(fields: { reason: string }, message: string): void;
}

/** Timeouts of the communication with the mail server, in ms. */
export interface SmtpTimeouts {
  /** Timeout for connecting, and again for the server's greeting; 10 s by default. */
  readonly connectMs?: number;
  /** Maximum time without any data from the server; 20 s by default. */
  readonly idleTimeoutMs?: number;
  /** Timeout for one mail, including the wait for a connection; 60 s by default. */
  readonly mailMs?: number;
}

export interface SmtpOptions {
  /** URL of the mail server: `smtps://user:password@host:465`, or `smtp://…:587`. */
  readonly url: string;
  readonly from: Mailbox;
  readonly clock: Clock;
  readonly log: SmtpLog;
  readonly timeouts?: SmtpTimeouts;
  /** Whether mails may be sent to an `smtp://` server without TLS; by default only to a server on this machine. */
  readonly allowPlaintext?: boolean;
}

/** A mailer with pooled connections. */
export interface SmtpMailer extends Mailer {
  /** Closes all connections; sending of unfinished mails rejects. */
  close(): void;
}

/** TLS options: TLS with a verified certificate is required, except for `smtp://` when `plain` is set. */
const buildTlsOptions = ({ secure, loopback }: SmtpServerAddress, plain = loopback) => ({
  secure,
  requireTLS: !secure && !plain,
  // A local relay often has a self-signed certificate, which adds no security.
  ignoreTLS: !secure && plain,
});

/** Creates a connection pool to the mail server; connections are opened on demand. */
export function openTransport({
  url,
  from,
  timeouts = {},
  allowPlaintext,
}: Pick<SmtpOptions, 'url' | 'from' | 'timeouts' | 'allowPlaintext'>) {
  const address = parseSmtpUrl(url);
  const { connectMs = CONNECT_TIMEOUT_MS, idleTimeoutMs = SOCKET_TIMEOUT_MS } = timeouts;
  const transport = createTransport({
    pool: true,
    host: address.host,
    port: address.port,
    name: domainOfAddress(from.address),
    ...buildTlsOptions(address, allowPlaintext),
    // `forceAuth`: sending fails when a login is configured but the server does not offer login.
    ...(address.login ? { auth: address.login, forceAuth: true } : {}),
    maxConnections: MAX_CONNECTIONS,
    // Jobs retry failed mails; this single retry is for idle connections that the server closed.
    maxRequeues: 1,
    idleTimeout: IDLE_TIMEOUT_MS,
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: idleTimeoutMs,
    socketCloseTimeout: 1_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // `sendMail` rejects with the same errors; without a listener, the event would end the process.
  transport.on('error', () => undefined);
  return transport;
}

const domainOfAddress = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** Converts a mail for nodemailer. The Message-ID is the same when a mail is sent again. */
export function toNodemailerMessage(
  mail: Mail,
  { from, clock }: Pick<SmtpOptions, 'from' | 'clock'>,
) {
  const { id, to, subject, text, html, unsubscribeUrl } = mail;
  return {
    from: { name: from.name ?? 'Guilda', address: from.address },
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: clock.now(),
    messageId: `<${id}@${domainOfAddress(from.address)}>`,
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

/** Creates a mailer that sends by SMTP (RFC 5321). */
export function createSmtpMailer(options: SmtpOptions): SmtpMailer {
  const { log, timeouts: { mailMs = MAIL_TIMEOUT_MS } = {} } = options;
  const transport = openTransport(options);
  const handleRefusal = (error: SmtpError) => {
    if (!error.permanent) throw error;
    log.warn({ reason: error.message }, 'a mail was refused for good');
  };
  return {
    send: async (mail) => {
      assertMail(mail);
      const signal = AbortSignal.timeout(mailMs);
      await transport
        .sendMail({ ...toNodemailerMessage(mail, options), signal })
        .catch((error: unknown) => handleRefusal(toSmtpError(error)));
    },
    close: () => transport.close({ force: true }),
  };
}
