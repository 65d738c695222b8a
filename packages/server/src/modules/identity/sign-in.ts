import { limits } from '@guilda/contract/limits';
import type { OwnUser } from '@guilda/contract/users';
import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import type { IdentityProvider, VerifiedIdentity } from '../../ports/identity-provider.ts';
import type { Ids } from '../../ports/ids.ts';
import { findOrCreateAccount, type MomentDeps, toOwnUser } from '../users/index.ts';
import { deviceName } from './device.ts';
import { insertSession } from './session-store.ts';
import { type AccessTokens, hashToken } from './tokens.ts';

export interface SignInDeps extends MomentDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly identityProvider: IdentityProvider;
  readonly tokens: AccessTokens;
  /** Verified addresses that are administrators (`ADMIN_EMAILS`), in lower case. */
  readonly adminEmails: readonly string[];
  /** Whether a picture of the identity provider may be shown: pages load pictures from few places. */
  isShowablePicture(url: string): boolean;
}

export interface SignedIn {
  readonly user: OwnUser;
  readonly isNewUser: boolean;
  readonly tokens: { readonly accessToken: string; readonly refreshToken: string };
}

const REFRESH_TOKEN_BYTES = 32;
const MAX_NAME = 60;

function proven(deps: SignInDeps, identity: VerifiedIdentity) {
  const { picture, name } = identity;
  return {
    issuer: identity.issuer,
    subject: identity.subject,
    email: identity.email,
    name: name?.normalize('NFC').trim().slice(0, MAX_NAME) || null,
    picture: picture && deps.isShowablePicture(picture) ? picture : null,
    role: deps.adminEmails.includes(identity.email.toLowerCase())
      ? ('admin' as const)
      : ('user' as const),
  };
}

/** Opens a session for a device: the refresh token leaves once and is kept as a hash only. */
async function openSession(deps: SignInDeps, uid: string, userAgent: string) {
  const sessionId = deps.ids.uuid();
  const refreshToken = deps.ids.secret(REFRESH_TOKEN_BYTES);
  await insertSession(deps.database.db, {
    id: sessionId,
    uid,
    refreshHash: hashToken(refreshToken),
    device: deviceName(userAgent),
    days: limits.refreshTokenDays,
  });
  return { accessToken: await deps.tokens.sign({ uid, sessionId }), refreshToken };
}

/**
 * Exchanges an ID token for the product's own tokens; makes the account at the first time
 * (`product §3`). Suspended people sign in too, to read why and to take their data along
 * (`product §9`).
 */
export const signIn =
  (deps: SignInDeps) =>
  async (
    idToken: string,
    userAgent: string,
  ): Promise<Result<SignedIn, 'identity_rejected' | 'unavailable'>> => {
    const identity = await deps.identityProvider.verify(idToken);
    if (!identity.ok) return identity;
    const account = await findOrCreateAccount(deps)(proven(deps, identity.value));
    return ok({
      user: toOwnUser(account.user, deps),
      isNewUser: account.isNew,
      tokens: await openSession(deps, account.user.uid, userAgent),
    });
  };
