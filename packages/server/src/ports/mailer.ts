/** The sender of mails. */
export interface Mailbox {
  /** Display name of the sender; null for `Guilda`. */
  readonly name: string | null;
  readonly address: string;
}

/** A complete e-mail; an adapter only adds the sender. */
export interface Mail {
  /**
   * Idempotency key of the mail: at most 100 lower-case letters, digits and `-`. A mail with the id of an earlier one
   * counts as the same mail.
   */
  readonly id: string;
  /** E-mail address of the recipient; exactly one. */
  readonly to: string;
  /** Subject, without line breaks. */
  readonly subject: string;
  /** The mail as plain text. */
  readonly text: string;
  /** The mail as a complete HTML document without external resources. */
  readonly html: string;
  /**
   * One-click unsubscribe URL (RFC 8058): GET asks for confirmation, POST unsubscribes. Adapters put it into
   * `List-Unsubscribe` and `List-Unsubscribe-Post`.
   */
  readonly unsubscribeUrl?: string;
}

/** Sends e-mails. */
export interface Mailer {
  /**
   * Sends a mail; rejects when sending failed and has to be retried. The id is part of the Message-ID. A repeated mail
   * with the same id is dropped if the mail service recognises the id, and otherwise sent again. A mail that will
   * never be accepted, for example because the mailbox does not exist, is logged and counts as sent. Errors and logs
   * contain no personal data.
   */
  send(mail: Mail): Promise<void>;
}

const idPattern = /^[a-z0-9-]{1,100}$/;
const addressPattern = /^[^\s<>,;:"()[\]\\]{1,64}@[^\s<>,;:"()[\]\\]{1,190}$/;
const urlPattern = /^https?:\/\/[!-;=?-~]{1,500}$/;
const singleLinePattern = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,300}$/u;

/**
 * Protects against header injection: throws `TypeError` for a mail whose headers contain line breaks or other forbidden
 * characters. Used by adapters.
 */
export function assertMail({ id, to, subject, unsubscribeUrl }: Mail): void {
  if (!idPattern.test(id)) throw new TypeError('Malformed mail id');
  if (!singleLinePattern.test(to) || !addressPattern.test(to))
    throw new TypeError('Malformed mail address');
  if (!singleLinePattern.test(subject)) throw new TypeError('Malformed mail subject');
  if (unsubscribeUrl !== undefined && !urlPattern.test(unsubscribeUrl)) {
    throw new TypeError('Malformed address to unsubscribe at');
  }
}

/** Reduces a text to one line of at most `maxLength` characters; a longer text ends with an ellipsis. */
export function toSingleLine(text: string, maxLength = 120): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}
