import type { identityEndpoints } from '@guilda/contract/accounts/identity';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { type ConfirmIdentityDeps, confirmIdentity } from './confirmations/confirm-identity.ts';
import { type RefreshDeps, refreshSession } from './refresh-session.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  type SessionDeps,
  signOut,
} from './sessions.ts';
import { type SignInDeps, signIn } from './sign-in.ts';

export type IdentityDeps = SignInDeps & SessionDeps & RefreshDeps & ConfirmIdentityDeps;

export function identityHandlers(deps: IdentityDeps): Handlers<typeof identityEndpoints> {
  return {
    getAuthConfig: () => deps.identityProvider.browserConfig(),
    signIn: ({ body, userAgent, client }) => signIn(deps)(body.idToken, { userAgent, client }),
    refreshToken: ({ body, client }) => refreshSession(deps)(body, client),
    confirm: ({ actor, body }) => confirmIdentity(deps)(actor, body),
    logout: ({ body, client }) => signOut(deps)(body.refreshToken, client),
    listSessions: ({ actor }) => listSessions(deps)(actor),
    endOtherSessions: ({ actor }) => endOtherSessions(deps)(actor),
    endSession: ({ actor, params }) => endSession(deps)(actor, params.id),
  };
}
