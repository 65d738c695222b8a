import { createHash } from 'node:crypto';

/** Somebody the account chooser offers. */
export interface DemoPerson {
  readonly email: string;
  readonly name: string;
  /** Path on this site (`/…`) or absolute address; null: the initial stands in. */
  readonly picture: string | null;
  /** Only shown beside the name; what an account may do is kept with the account. */
  readonly role: 'user' | 'admin';
}

/** The account a person chose at the provider: what its ID token will say. */
export interface DemoAccount {
  readonly email: string;
  readonly name?: string | undefined;
  readonly picture?: string | null | undefined;
}

/**
 * The issuer's name that demo accounts are kept under. Unlike the issuer's address it stays the
 * same when the program runs on another port.
 */
export const demoAccountIssuer = 'guilda-demo';

/** The permanent id of whoever signs in with this e-mail, however it is written. */
export function demoSubject(email: string): string {
  return createHash('sha256').update(`guilda-demo:${email.trim().toLowerCase()}`).digest('hex');
}

/** The claims of an account's ID token beside the protocol's own; `origin` completes paths. */
export function demoClaims(account: DemoAccount, origin: string) {
  const picture = account.picture ? URL.parse(account.picture, origin)?.href : undefined;
  return {
    sub: demoSubject(account.email),
    email: account.email.trim().toLowerCase(),
    email_verified: true,
    ...(account.name === undefined ? {} : { name: account.name }),
    ...(picture === undefined ? {} : { picture }),
  };
}
