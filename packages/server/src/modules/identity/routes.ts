import type { identityEndpoints } from '@guilda/contract/identity';
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
    signIn: ({ body, userAgent }) => signIn(deps)(body.idToken, userAgent),
    refreshToken: ({ body }) => refreshSession(deps)(body),
    confirm: ({ actor, body }) => confirmIdentity(deps)(actor, body),
    logout: ({ body }) => signOut(deps)(body.refreshToken),
    listSessions: ({ actor }) => listSessions(deps)(actor),
    endOtherSessions: ({ actor }) => endOtherSessions(deps)(actor),
    endSession: ({ actor, params }) => endSession(deps)(actor, params.id),
  };
}
