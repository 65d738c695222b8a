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

/** Signatures by a private key of the issuer only: `none` and shared secrets are refused. */
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
   * The issuer's identifier exactly as its discovery document says it. Asked at the first use:
   * the address of an issuer inside this very program may be known late.
   */
  readonly issuer: () => string;
  readonly clientId: string;
  readonly clock: Clock;
  /** Issuer name stored with accounts; default: the issuer. */
  readonly accountIssuer?: string;
  /** Origin that really serves the issuer's documents, when this process reaches it elsewhere. */
  readonly transportOrigin?: () => string;
  /** Milliseconds one request to the issuer may take (5000). */
  readonly timeoutMs?: number;
  /** Milliseconds a failing issuer is left alone before the next try (1000). */
  readonly retryAfterMs?: number;
  /** Milliseconds between two readings of the keys caused by unknown key ids (30000). */
  readonly keysCooldownMs?: number;
}

/** An identity provider for Google or any other OpenID Connect issuer. */
export function createOidcIdentityProvider(options: OidcOptions): IdentityProvider {
  let opened: OpenIssuer | undefined;
  const open = () => {
    opened ??= openIssuer(options);
    return opened;
  };
  return {
    verify: (idToken) => verifyIdToken(idToken, open(), options),
    async browserConfig() {
      try {
        const { authorization_endpoint } = await open().documents.discovery();
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

/** Hash of the signed part only: the signature of one token may be encoded in several ways. */
function toIdentityToken(idToken: string, exp = 0): IdentityToken {
  const signed = idToken.slice(0, idToken.lastIndexOf('.'));
  return {
    hash: createHash('sha256').update(signed).digest(),
    endsAt: new Date((exp + CLOCK_TOLERANCE_SECONDS) * 1000),
  };
}

function verifyOptions(issuer: string, clientId: string, clock: Clock): JWTVerifyOptions {
  return {
    algorithms: [...SIGNATURE_ALGORITHMS],
    // Google also signs as its bare host name.
    issuer: issuer === GOOGLE_ISSUER ? [GOOGLE_ISSUER, 'accounts.google.com'] : issuer,
    audience: clientId,
    requiredClaims: ['sub', 'exp', 'iat'],
    maxTokenAge: MAX_TOKEN_AGE_SECONDS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: clock.now(),
  };
}

/** Access and logout tokens are signed with the same keys, but say what they are. */
function isPlainJwt(typ: string | undefined): boolean {
  return typ === undefined || typ.toUpperCase() === 'JWT';
}
