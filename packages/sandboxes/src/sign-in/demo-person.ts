import { createHash } from 'node:crypto';

/** A person offered by the account chooser. */
export interface DemoPerson {
  readonly email: string;
  readonly name: string;
  /** Path on this site (`/…`) or absolute URL of the picture; null to show the initial instead. */
  readonly picture: string | null;
  /** Role that the chooser displays; the real role is stored with the account. */
  readonly role: 'user' | 'admin';
}

/** The account that was chosen at the provider; its ID token contains these claims. */
export interface DemoAccount {
  readonly email: string;
  readonly name?: string | undefined;
  readonly picture?: string | null | undefined;
}

/**
 * The issuer's name that is stored with demo accounts. Unlike the issuer's URL it does not change when the program runs
 * on another port.
 */
export const demoAccountIssuer = 'guilda-demo';

/** The permanent subject of an e-mail address; upper and lower case make no difference. */
export function demoSubject(email: string): string {
  return createHash('sha256').update(`guilda-demo:${email.trim().toLowerCase()}`).digest('hex');
}

/** The claims of an account's ID token in addition to those of the protocol; `origin` completes paths to URLs. */
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
