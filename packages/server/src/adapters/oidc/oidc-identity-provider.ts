import { createHash } from 'node:crypto';
import { errors, type JWTVerifyOptions, jwtVerify } from 'jose';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  IdentityProvider,
  IdentityToken,
  VerifiedIdentity,
} from '../../ports/identity-provider.ts';
import { readIdentity } from './id-token-claims.ts';
import { createIssuerDocuments, type IssuerDocuments } from './issuer-documents.ts';
import { createIssuerFetch, IssuerUnavailable } from './issuer-fetch.ts';

/**
 * Accepted signature algorithms, all with a private key that only the issuer has: `none` and shared secrets are
 * refused.
 */
export const SIGNATURE_ALGORITHMS: readonly string[] = [
  'RS256',
  'PS256',
  'ES256',
  'ES384',
  'EdDSA',
  'Ed25519',
];
const MAX_TOKEN_LENGTH = 16 * 1024;
const MAX_TOKEN_AGE_SECONDS = 60 * 60;
const CLOCK_TOLERANCE_SECONDS = 10;
const OIDC_SCOPE = 'openid email profile';
const GOOGLE_ISSUER = 'https://accounts.google.com';

export interface OidcOptions {
  /**
   * Returns the issuer's identifier, exactly as in its discovery document. Called at first use, because the URL of an
   * issuer inside this program is known only once the program's port is open.
   */
  readonly issuer: () => string;
  readonly clientId: string;
  readonly clock: Clock;
  /** Issuer name stored with accounts; by default the issuer's identifier. */
  readonly accountIssuer?: string;
  /** Origin from which this process reads the issuer's documents, when it differs from the issuer's own. */
  readonly transportOrigin?: () => string;
  /** Timeout of one request to the issuer, in ms; default 5,000. */
  readonly timeoutMs?: number;
  /** Time after a failed request during which the same URL is not requested again, in ms; default 1,000. */
  readonly retryAfterMs?: number;
  /** Minimum time in ms between two reads of the issuer's keys caused by unknown key ids; default 30,000. */
  readonly keysCooldownMs?: number;
}

/** Creates an identity provider for Google or any other OpenID Connect issuer. */
export function createOidcIdentityProvider(options: OidcOptions): IdentityProvider {
  let openedIssuer: OpenIssuer | undefined;
  const getIssuer = () => {
    openedIssuer ??= openIssuer(options);
    return openedIssuer;
  };
  return {
    verify: (idToken) => verifyIdToken(idToken, getIssuer(), options),
    async browserConfig() {
      try {
        const { authorization_endpoint } = await getIssuer().documents.discovery();
        const { clientId } = options;
        return ok({ authorizationEndpoint: authorization_endpoint, clientId, scope: OIDC_SCOPE });
      } catch (error) {
        if (error instanceof IssuerUnavailable) return err('unavailable');
        throw error;
      }
    },
  };
}

interface OpenIssuer {
  readonly id: string;
  readonly documents: IssuerDocuments;
}

function openIssuer(options: OidcOptions): OpenIssuer {
  const { clock } = options;
  const id = options.issuer();
  const fetch = createIssuerFetch({
    clock,
    issuer: id,
    transportOrigin: options.transportOrigin?.(),
    timeoutMs: options.timeoutMs ?? 5000,
    retryAfterMs: options.retryAfterMs ?? 1000,
  });
  const keysCooldownMs = options.keysCooldownMs ?? 30_000;
  return { id, documents: createIssuerDocuments({ issuer: id, clock, fetch, keysCooldownMs }) };
}

async function verifyIdToken(
  idToken: string,
  issuer: OpenIssuer,
  { clientId, clock, accountIssuer = issuer.id }: OidcOptions,
): Promise<Result<VerifiedIdentity, 'identity_rejected' | 'unavailable'>> {
  if (idToken.length > MAX_TOKEN_LENGTH) return err('identity_rejected');
  try {
    const rules = verifyOptions(issuer.id, clientId, clock);
    const { payload, protectedHeader } = await jwtVerify(idToken, issuer.documents.key, rules);
    if (!isPlainJwt(protectedHeader.typ)) return err('identity_rejected');
    const identity = readIdentity(payload, { clientId, accountIssuer });
    return identity.ok
      ? ok({ ...identity.value, token: toIdentityToken(idToken, payload.exp) })
      : identity;
  } catch (error) {
    if (error instanceof IssuerUnavailable) return err('unavailable');
    if (error instanceof errors.JOSEError) return err('identity_rejected');
    throw error;
  }
}

/** Identifies a token by the hash of its signed part: the signature of one token can be encoded in several ways. */
function toIdentityToken(idToken: string, expiresAtSeconds = 0): IdentityToken {
  const signedPart = idToken.slice(0, idToken.lastIndexOf('.'));
  return {
    hash: createHash('sha256').update(signedPart).digest(),
    endsAt: new Date((expiresAtSeconds + CLOCK_TOLERANCE_SECONDS) * 1000),
  };
}

function verifyOptions(issuer: string, clientId: string, clock: Clock): JWTVerifyOptions {
  return {
    algorithms: [...SIGNATURE_ALGORITHMS],
    // Google also uses its bare host name as the issuer.
    issuer: issuer === GOOGLE_ISSUER ? [GOOGLE_ISSUER, 'accounts.google.com'] : issuer,
    audience: clientId,
    requiredClaims: ['sub', 'exp', 'iat'],
    maxTokenAge: MAX_TOKEN_AGE_SECONDS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: clock.now(),
  };
}

/**
 * Whether the type of a token is that of an ID token: access and logout tokens are signed with the same keys but have
 * types of their own.
 */
function isPlainJwt(tokenType: string | undefined): boolean {
  return tokenType === undefined || tokenType.toUpperCase() === 'JWT';
}
