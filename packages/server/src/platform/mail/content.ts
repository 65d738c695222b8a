/** A line of the house's own: what it is, and what it is about in one line. */
export interface MailFact {
  readonly label: string;
  readonly value: string;
  /** A page of the product. */
  readonly href?: string;
}

/** A way onwards, to a page of the product. */
export interface MailWay {
  readonly label: string;
  readonly url: string;
}

/**
 * A part of a mail's body. `text` is a sentence of ours, in one line of 500 characters at most;
 * `facts` keep to a line each, of 300 characters; `quote` is what somebody wrote, as they wrote it:
 * it stands apart in both parts of the mail and can pass for neither of the others.
 */
export type MailBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly MailFact[] }
  | { readonly kind: 'quote'; readonly text: string };

/** What a mail says, apart from how it looks. Every string in it is text, never markup. */
export interface MailContent {
  /** See `Mail.id`. */
  readonly id: string;
  readonly to: string;
  /** Cut to one line. */
  readonly subject: string;
  /** What lists of mails show behind the subject; never what a person wrote. */
  readonly preheader: string;
  /** Left out of the text part where the subject begins with it. */
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
  /** The one thing to do. */
  readonly act?: MailWay;
  /** Small print: why the mail came and where to choose. */
  readonly notes: readonly (string | MailWay)[];
  /** See `Mail.unsubscribeUrl`. */
  readonly unsubscribeUrl?: string;
}

/** The first note of mails to people about what is theirs. */
export const whyMailed = 'Você recebe este e-mail porque tem uma conta na Guilda.';
