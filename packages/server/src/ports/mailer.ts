/** Who mails come from. */
export interface Mailbox {
  /** Shown in place of the address; null for the product's own. */
  readonly name: string | null;
  readonly address: string;
}

/** An e-mail, complete. Everything in it is final: an adapter adds the sender and sends. */
export interface Mail {
  /**
   * Names the mail, such as the id of what it is about: lower-case letters, digits and `-`, at most
   * 100. Under the same id it is the same mail, however often it is sent.
   */
  readonly id: string;
  /** One address. */
  readonly to: string;
  /** One line. */
  readonly subject: string;
  /** The whole message for readers without HTML. */
  readonly text: string;
  /** A complete document that needs nothing from outside. */
  readonly html: string;
  /**
   * Where mails of this kind end: GET asks, POST does it without asking (RFC 8058). Adapters put it
   * into `List-Unsubscribe` and `List-Unsubscribe-Post`.
   */
  readonly unsubscribeUrl?: string;
}

/** Whoever carries e-mails. */
export interface Mailer {
  /**
   * Hands the mail over for good; rejects when that failed and it should be tried again. A mail
   * that was handed over before, by its id, is not sent twice where the carrier can tell, and
   * carries the id in its Message-ID where it cannot. One that will never be taken, such as for a
   * mailbox that does not exist, counts as handed over: adapters log it. What rejects, and what is
   * logged, names nobody.
   */
  send(mail: Mail): Promise<void>;
}

const idForm = /^[a-z0-9-]{1,100}$/;
const addressForm = /^[^\s<>,;:"()[\]\\]{1,64}@[^\s<>,;:"()[\]\\]{1,190}$/;
const addressLine = /^https?:\/\/[!-;=?-~]{1,500}$/;
const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,300}$/u;

/**
 * The last gate before a mail leaves: throws `TypeError` for one whose head could be read as more
 * than its own lines, such as a subject with a line break. For adapters.
 */
export function assertMail({ id, to, subject, unsubscribeUrl }: Mail): void {
  if (!idForm.test(id)) throw new TypeError('Malformed mail id');
  if (!oneLine.test(to) || !addressForm.test(to)) throw new TypeError('Malformed mail address');
  if (!oneLine.test(subject)) throw new TypeError('Malformed mail subject');
  if (unsubscribeUrl !== undefined && !addressLine.test(unsubscribeUrl)) {
    throw new TypeError('Malformed address to unsubscribe at');
  }
}

/** A text as one line, as a subject must be: at most `max` characters, with an ellipsis when it was longer. */
export function singleLine(text: string, max = 120): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`;
}
