import { api, tokenStore } from '../../lib/api/api.ts';
import { useSession } from '../../lib/session/session.ts';
import { trackEvent } from '../../lib/telemetry/track.ts';

/** Navigation state for the settings page after an account was created. */
export interface NewAccount {
  readonly newcomer: true;
  /** Path of the page that they came from. */
  readonly returnTo: string;
}

/** Where the router goes after signing in. */
export interface SignInDestination {
  readonly to: string;
  readonly state?: NewAccount;
}

/**
 * Exchanges the provider's ID token for a session (`docs/product/accounts.md`) and stores tokens and person.
 * New accounts go to their settings, everyone else to `returnTo`. `setDestination` runs before the session
 * changes, so that guards of the page already know it. Rejects with the `ApiError` of the server.
 */
export async function signIn(
  idToken: string,
  returnTo: string,
  setDestination: (destination: SignInDestination) => void,
): Promise<void> {
  const { user, isNewUser, tokens } = await api().identity.signIn({ body: { idToken } });
  const newcomer = { to: '/user/settings', state: { newcomer: true, returnTo } } as const;
  setDestination(isNewUser ? newcomer : { to: returnTo });
  trackEvent({ name: isNewUser ? 'sign_up' : 'login' });
  tokenStore().write({ ...tokens, uid: user.uid });
  useSession.getState().setUser(user);
}
