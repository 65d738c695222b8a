import { certificateErrorCodePattern } from '../../platform/findings.ts';

/** Fields of a nodemailer error; its message and response can contain names of people. */
interface NodemailerFailure {
  readonly code?: unknown;
  /** Error code of the system or of TLS that nodemailer replaced by its own. */
  readonly originalCode?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
}

const failureFieldsOf = (thrown: unknown): NodemailerFailure =>
  typeof thrown === 'object' && thrown !== null ? thrown : {};

/** Error messages by the SMTP command that the server refused. */
const refusedCommandTexts: Readonly<Record<string, string>> = {
  'MAIL FROM': 'the mail server refused the sender',
  'RCPT TO': 'the mail server refused the recipient',
  DATA: 'the mail server refused the mail',
};

const failureCodeTexts: Readonly<Record<string, string>> = {
  EAUTH: 'the mail server refused the login',
  ENOAUTH: 'the mail server requires a login',
  ETLS: 'there is no safe connection to the mail server',
  EDNS: 'the name of the mail server leads nowhere',
  ETIMEDOUT: 'the mail server did not answer in time',
  EABORT: 'the mail server did not answer in time',
};

/** Whether an error was caused by TLS, such as an invalid certificate. */
export function isTlsFailure(thrown: unknown): boolean {
  const { code, originalCode } = failureFieldsOf(thrown);
  return code === 'ETLS' || certificateErrorCodePattern.test(`${originalCode ?? ''}`);
}

/**
 * Thrown when a mail could not be sent. The message contains codes but no text of the server, which can name people.
 */
export class SmtpError extends Error {
  override readonly name = 'SmtpError';
  /**
   * Whether a retry would fail again and the operator cannot help: the mailbox does not exist or accepts no mail, or
   * the mail is too large.
   */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.permanent = permanent;
  }
}

/** The codes of a reply (RFC 5321, RFC 3463), such as `550 5.1.1`; empty without a reply. */
export function replyCodesOf(thrown: unknown): string {
  const { response, responseCode } = failureFieldsOf(thrown);
  if (typeof responseCode !== 'number') return '';
  const [, detail] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(`${response}`) ?? [];
  return detail ? `${responseCode} ${detail}` : `${responseCode}`;
}

/**
 * Whether a reply is a permanent failure. Problems that the operator can fix do not count as permanent: sender not
 * allowed, relay needs a login, reputation (5.7 and plain 554).
 */
function isPermanent(codes: string, command: unknown): boolean {
  if (!codes.startsWith('5') || (command !== 'RCPT TO' && command !== 'DATA')) return false;
  const detail = codes.slice(4);
  if (detail === '') return command === 'RCPT TO' && /^(550|551|553)$/.test(codes);
  return /^5\.(1\.(0|1|2|3|6|10)|2\.\d+|3\.4)$/.test(detail);
}

function failureText({ code, originalCode, command, responseCode }: NodemailerFailure): string {
  const isMailRefused = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (isMailRefused && responseCode)
    return refusedCommandTexts[`${command}`] ?? 'the mail server refused the mail';
  if (isTlsFailure({ code, originalCode })) return failureCodeTexts['ETLS'] ?? '';
  return failureCodeTexts[`${code}`] ?? 'the connection to the mail server failed';
}

/** Describes a failure in one line, without addresses, secrets or text of the server. */
export function toSmtpError(thrown: unknown): SmtpError {
  const failureFields = failureFieldsOf(thrown);
  const codes = replyCodesOf(failureFields);
  const systemCode =
    typeof failureFields.originalCode === 'string' ? failureFields.originalCode : '';
  const details = [codes, systemCode].filter(Boolean).join(', ');
  const description = failureText(failureFields);
  return new SmtpError(
    details ? `${description} (${details})` : description,
    isPermanent(codes, failureFields.command),
  );
}
