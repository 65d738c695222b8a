import { certificateForm } from '../../platform/findings.ts';

/** What nodemailer tells of a failure; its message and reply may name people. */
interface RawFailure {
  readonly code?: unknown;
  /** The system's or TLS's own code, where nodemailer put its own in place of it. */
  readonly originalCode?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
}

const rawOf = (thrown: unknown): RawFailure =>
  typeof thrown === 'object' && thrown !== null ? thrown : {};

/** By the command that was refused. */
const refusedBy: Readonly<Record<string, string>> = {
  'MAIL FROM': 'the mail server refused the sender',
  'RCPT TO': 'the mail server refused the recipient',
  DATA: 'the mail server refused the mail',
};

const failedBy: Readonly<Record<string, string>> = {
  EAUTH: 'the mail server refused the login',
  ENOAUTH: 'the mail server wants a login',
  ETLS: 'there is no safe connection to the mail server',
  EDNS: 'the name of the mail server leads nowhere',
  ETIMEDOUT: 'the mail server did not answer in time',
  EABORT: 'the mail server did not answer in time',
};

/** Whether what failed was the safety of the connection. */
export function isUnsafe(thrown: unknown): boolean {
  const { code, originalCode } = rawOf(thrown);
  return code === 'ETLS' || certificateForm.test(`${originalCode ?? ''}`);
}

/** A mail that did not leave. The message has codes, and no words of the server: they name people. */
export class SmtpError extends Error {
  override readonly name = 'SmtpError';
  /**
   * Sending it again would fail again, for reasons that nobody here can do anything about: there is
   * no such mailbox, it takes nothing, or the mail is too large for it.
   */
  readonly hopeless: boolean;

  constructor(message: string, hopeless: boolean) {
    super(message);
    this.hopeless = hopeless;
  }
}

/** The reply's codes (RFC 5321, RFC 3463), `550 5.1.1`; empty without a reply. */
export function codesOf(thrown: unknown): string {
  const { response, responseCode } = rawOf(thrown);
  if (typeof responseCode !== 'number') return '';
  const [, detail] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(`${response}`) ?? [];
  return detail ? `${responseCode} ${detail}` : `${responseCode}`;
}

/**
 * Whether a reply is final. What the operator can put right (a sender that is not allowed, a relay
 * that wants a login, a reputation) is not: 5.7 and bare 554, say.
 */
function isHopeless(codes: string, command: unknown): boolean {
  if (!codes.startsWith('5') || (command !== 'RCPT TO' && command !== 'DATA')) return false;
  const detail = codes.slice(4);
  if (detail === '') return command === 'RCPT TO' && /^(550|551|553)$/.test(codes);
  return /^5\.(1\.(0|1|2|3|6|10)|2\.\d+|3\.4)$/.test(detail);
}

function wordsOf({ code, originalCode, command, responseCode }: RawFailure): string {
  const refused = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (refused && responseCode) return refusedBy[`${command}`] ?? 'the mail server refused the mail';
  if (isUnsafe({ code, originalCode })) return failedBy['ETLS'] ?? '';
  return failedBy[`${code}`] ?? 'the connection to the mail server failed';
}

/** What may be told of a failure, in one line without addresses, secrets or the server's words. */
export function smtpError(thrown: unknown): SmtpError {
  const raw = rawOf(thrown);
  const codes = codesOf(raw);
  const system = typeof raw.originalCode === 'string' ? raw.originalCode : '';
  const told = [codes, system].filter(Boolean).join(', ');
  const words = wordsOf(raw);
  return new SmtpError(told ? `${words} (${told})` : words, isHopeless(codes, raw.command));
}
