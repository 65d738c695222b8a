import type { Company } from '@guilda/contract/privacy/legal-pages';

/** A line of a mail with a label and a value. */
export interface MailFact {
  readonly label: string;
  readonly value: string;
  /** URL of the page that the value links to. */
  readonly href?: string;
}

/** A link to a page of Guilda. */
export interface MailLink {
  readonly label: string;
  readonly url: string;
}

/**
 * A block of a mail's body. `text` is a sentence by Guilda with at most 500 characters; `facts` are lines of at most
 * 300 characters; `quote` is text that a person wrote, marked in both parts of the mail so that readers do not take it
 * for words of Guilda.
 */
export type MailBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly MailFact[] }
  | { readonly kind: 'quote'; readonly text: string };

/** The content of a mail. All strings are plain text, never markup. */
export interface MailContent {
  /** Idempotency key of the mail, see `Mail.id`. */
  readonly id: string;
  readonly to: string;
  /** Subject of the mail; line breaks are replaced, so that it is one line. */
  readonly subject: string;
  /** Preview text in lists of mails; never text that a person wrote. */
  readonly preheader: string;
  /** Heading above the body; left out of the text part when the subject begins with it. */
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
  /** The button below the body. */
  readonly button?: MailLink;
  /** Lines of the footer: why the mail was sent and where to change that. */
  readonly notes: readonly (string | MailLink)[];
  /** One-click unsubscribe URL, see `Mail.unsubscribeUrl`. */
  readonly unsubscribeUrl?: string;
}

/** Who sends the mails: the public address for their links, and the company in their footer. */
export interface MailSite {
  /** Public URL of Guilda, without a trailing slash. */
  readonly publicUrl: string;
  readonly company: Company;
}

/** Footer note that says why an account holder gets the mail. */
export const whyMailedNote = 'Você recebe este e-mail porque tem uma conta na Guilda.';
