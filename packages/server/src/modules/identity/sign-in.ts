import { limits } from '@guilda/contract/limits';
import { cleanLine } from '@guilda/contract/text';
import type { OwnUser } from '@guilda/contract/users';
import type { Database, Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { IdentityProvider, VerifiedIdentity } from '../../ports/identity-provider.ts';
import {
  type CreateAccountDeps,
  findOrCreateAccount,
  type MomentDeps,
  type RoleDeps,
  roleOf,
  toOwnUser,
} from '../users/index.ts';
import { deviceName } from './device.ts';
import { insertSession } from './session-store.ts';
import { spendIdToken } from './spent-tokens.ts';
import { type AccessTokens, hashToken } from './tokens.ts';

export interface SignInDeps extends MomentDeps, CreateAccountDeps, RoleDeps {
  readonly database: Database;
  readonly identityProvider: IdentityProvider;
  readonly tokens: AccessTokens;
  /** Whether a picture of the identity provider may be shown: pages load pictures from few places. */
  isShowablePicture(url: string): boolean;
}

export interface SignedIn {
  readonly user: OwnUser;
  readonly isNewUser: boolean;
  readonly tokens: { readonly accessToken: string; readonly refreshToken: string };
}

const REFRESH_TOKEN_BYTES = 32;

function proven(deps: SignInDeps, identity: VerifiedIdentity) {
  const { picture, name } = identity;
  return {
    issuer: identity.issuer,
    subject: identity.subject,
    email: identity.email,
    name: cleanLine(name ?? '', limits.displayName) || null,
    picture: picture && deps.isShowablePicture(picture) ? picture : null,
    role: roleOf(deps, identity.email),
  };
}

/** Opens a session for a device: the refresh token leaves once and is kept as a hash only. */
async function openSession(deps: SignInDeps, tx: Db, uid: string, userAgent: string) {
  const sessionId = deps.ids.uuid();
  const refreshToken = deps.ids.secret(REFRESH_TOKEN_BYTES);
  await insertSession(tx, {
    id: sessionId,
    uid,
    refreshHash: hashToken(refreshToken),
    device: deviceName(userAgent),
    days: limits.refreshTokenDays,
  });
  return { sessionId, refreshToken };
}

/**
 * Exchanges an ID token for the product's own tokens, once; makes the account at the first time
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
    const entered = await deps.database.transaction(async (tx) => {
      if (!(await spendIdToken(tx, identity.value.token))) return null;
      const account = await findOrCreateAccount(deps)(tx, proven(deps, identity.value));
      return { ...account, ...(await openSession(deps, tx, account.user.uid, userAgent)) };
    });
    if (!entered) return err('identity_rejected');
    const { user, isNew, sessionId, refreshToken } = entered;
    const accessToken = await deps.tokens.sign({ uid: user.uid, sessionId });
    return ok({
      user: toOwnUser(user, deps),
      isNewUser: isNew,
      tokens: { accessToken, refreshToken },
    });
  };
