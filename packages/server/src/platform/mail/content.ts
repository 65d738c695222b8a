/** A labelled line of a mail. */
export interface MailFact {
  readonly label: string;
  readonly value: string;
  /** A page of the product. */
  readonly href?: string;
}

/** A link to a page of the product. */
export interface MailLink {
  readonly label: string;
  readonly url: string;
}

/**
 * A block of a mail's body. `text` is a sentence of the product of at most 500 characters; `facts` are lines of at
 * most 300 characters; `quote` is text that a person wrote, marked in both parts of the mail so that it cannot
 * pass for the product's own words.
 */
export type MailBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly MailFact[] }
  | { readonly kind: 'quote'; readonly text: string };

/** The content of a mail. All strings are plain text, never markup. */
export interface MailContent {
  /** See `Mail.id`. */
  readonly id: string;
  readonly to: string;
  /** Reduced to one line. */
  readonly subject: string;
  /** Preview text in mail lists; never text that a person wrote. */
  readonly preheader: string;
  /** Left out of the text part when the subject begins with it. */
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
  /** The call to action. */
  readonly act?: MailLink;
  /** Footer: why the mail was sent and where to change that. */
  readonly notes: readonly (string | MailLink)[];
  /** See `Mail.unsubscribeUrl`. */
  readonly unsubscribeUrl?: string;
}

/** First footer note of mails to account holders. */
export const whyMailed = 'Você recebe este e-mail porque tem uma conta na Guilda.';
