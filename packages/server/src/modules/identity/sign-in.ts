import type { OwnUser } from '@guilda/contract/accounts/users';
import { limits } from '@guilda/contract/limits';
import { cleanLine } from '@guilda/contract/text';
import type { ClientOrigin, RecordAccess } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { IdentityProvider, VerifiedIdentity } from '../../ports/identity-provider.ts';
import type { ResumeRequirement } from '../age/index.ts';
import {
  type AccountIdentity,
  type CreateAccountDeps,
  findOrCreateAccount,
  findUser,
  publicDisplayName,
  type RoleDeps,
  roleForEmail,
  toOwnUser,
  type ViewContextDeps,
} from '../users/index.ts';
import { type AccessTokens, hashToken } from './access-tokens.ts';
import { deviceNameOf } from './device-name.ts';
import { insertSession } from './session-store.ts';
import { markIdTokenUsed } from './spent-id-token-store.ts';

export interface SignInDeps extends ViewContextDeps, CreateAccountDeps, RoleDeps {
  readonly database: Database;
  readonly identityProvider: IdentityProvider;
  readonly tokens: AccessTokens;
  readonly recordAccess: RecordAccess;
  readonly resumeAgeRequirement: ResumeRequirement;
  /** Whether the content security policy lets pages load a picture of the identity provider. */
  isShowablePicture(url: string): boolean;
}

export interface SignInResult {
  readonly user: OwnUser;
  readonly isNewUser: boolean;
  readonly tokens: { readonly accessToken: string; readonly refreshToken: string };
}

const REFRESH_TOKEN_BYTES = 32;

function toAccountIdentity(deps: SignInDeps, identity: VerifiedIdentity): AccountIdentity {
  const { picture, name } = identity;
  const role = roleForEmail(deps, identity.email);
  return {
    issuer: identity.issuer,
    subject: identity.subject,
    email: identity.email,
    name: publicDisplayName(cleanLine(name ?? '', limits.displayName) || null, role),
    picture: picture && deps.isShowablePicture(picture) ? picture : null,
    role,
  };
}

/** Creates a session. The refresh token is returned here once and stored as a hash only. */
async function insertNewSession(deps: SignInDeps, tx: Db, uid: string, userAgent: string) {
  const sessionId = deps.ids.uuid();
  const refreshToken = deps.ids.secret(REFRESH_TOKEN_BYTES);
  await insertSession(tx, {
    id: sessionId,
    uid,
    refreshHash: hashToken(refreshToken),
    device: deviceNameOf(userAgent),
    validDays: limits.refreshTokenDays,
  });
  return { sessionId, refreshToken };
}

/**
 * Finds or creates the account of an identity. When a closed account of the same identity had to prove its age, the new
 * account has to as well.
 */
async function findOrCreateSignInAccount(deps: SignInDeps, tx: Db, identity: VerifiedIdentity) {
  const account = await findOrCreateAccount(deps)(tx, toAccountIdentity(deps, identity));
  if (!account.ok) return account;
  const { user, isNew } = account.value;
  const notify = await deps.resumeAgeRequirement(tx, user);
  const currentUser = notify ? ((await findUser(tx, user.uid)) ?? user) : user;
  return ok({ user: currentUser, isNew, notify });
}

/**
 * Exchanges an ID token of the identity provider for Guilda's own tokens and creates the account at the first
 * sign-in (docs/product/accounts.md). An ID token works once. Suspended people may sign in, to read the reason and
 * export their data.
 */
export const signIn =
  (deps: SignInDeps) =>
  async (
    idToken: string,
    { userAgent, client }: { readonly userAgent: string; readonly client: ClientOrigin },
  ): Promise<Result<SignInResult, 'identity_rejected' | 'unavailable' | 'rate_limited'>> => {
    const identity = await deps.identityProvider.verify(idToken);
    if (!identity.ok) return identity;
    const accountAndSession = await deps.database.transaction(async (tx) => {
      if (!(await markIdTokenUsed(tx, identity.value.token))) return err('identity_rejected');
      const account = await findOrCreateSignInAccount(deps, tx, identity.value);
      if (!account.ok) return account;
      const session = await insertNewSession(deps, tx, account.value.user.uid, userAgent);
      return ok({ ...account.value, ...session });
    });
    if (!accountAndSession.ok) return accountAndSession;
    const { user, isNew, notify, sessionId, refreshToken } = accountAndSession.value;
    if (isNew) await deps.newAccounts.count(identity.value);
    notify?.();
    deps.recordAccess({ uid: user.uid, kind: 'sign_in', client });
    const accessToken = await deps.tokens.sign({ uid: user.uid, sessionId });
    return ok({
      user: toOwnUser(user, deps),
      isNewUser: isNew,
      tokens: { accessToken, refreshToken },
    });
  };
