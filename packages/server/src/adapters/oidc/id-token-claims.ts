import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { err, ok, type Result } from '../../platform/result.ts';
import type { VerifiedIdentity } from '../../ports/identity-provider.ts';

const MAX_PICTURE_LENGTH = 2048;

/** The latest time that a `Date` can hold, in seconds since 1970. */
const MAX_DATE_SECONDS = 8_640_000_000_000;

const claimsSchema = z.object({
  sub: z
    .string()
    .min(1)
    .max(255)
    .refine((sub) => !/\p{C}/u.test(sub)),
  email: z.email().max(254),
  // Some issuers send `true` as text.
  email_verified: z.union([z.literal(true), z.literal('true')]),
  name: z.unknown().optional(),
  picture: z.unknown().optional(),
  nonce: z.string().max(512).optional().catch(undefined),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  iat: z.number(),
  auth_time: z.unknown().optional(),
});

export interface ClaimRules {
  readonly clientId: string;
  /** Issuer name that is stored with accounts. */
  readonly accountIssuer: string;
}

/** Reads an identity from the claims of a token whose signature, issuer and times are checked. */
export function readIdentity(
  payload: JWTPayload,
  rules: ClaimRules,
): Result<Omit<VerifiedIdentity, 'token'>, 'identity_rejected'> {
  const parsedClaims = claimsSchema.safeParse(payload);
  if (!parsedClaims.success || !isIssuedTo(rules.clientId, parsedClaims.data))
    return err('identity_rejected');
  const { sub, email, name, picture, nonce } = parsedClaims.data;
  return ok({
    issuer: rules.accountIssuer,
    subject: sub,
    email,
    emailVerified: true,
    name: typeof name === 'string' ? name : null,
    picture: readPictureUrl(picture),
    nonce: nonce ?? null,
    authenticatedAt: readSignInTime(parsedClaims.data),
  });
}

/**
 * Whether a token whose audiences include this client was issued to this client: `azp` names this client or, without
 * `azp`, this client is the only audience.
 */
function isIssuedTo(
  clientId: string,
  { aud, azp }: { aud: string | string[]; azp?: string | undefined },
): boolean {
  if (azp !== undefined) return azp === clientId;
  return typeof aud === 'string' || aud.length === 1;
}

/** When the person signed in: `auth_time`, else `iat`. An invalid `auth_time` counts as 1 January 1970. */
function readSignInTime({
  iat,
  auth_time: authTime = iat,
}: {
  iat: number;
  auth_time?: unknown;
}): Date {
  const seconds =
    typeof authTime === 'number' && authTime >= 0 && authTime <= MAX_DATE_SECONDS ? authTime : 0;
  return new Date(seconds * 1000);
}

function readPictureUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_PICTURE_LENGTH) return null;
  const url = URL.parse(value);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return url && isWeb && url.username === '' && url.password === '' ? url.href : null;
}
