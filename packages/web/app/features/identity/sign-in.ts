import { api, tokenStore } from '../../lib/api/api.ts';
import { useSession } from '../../lib/session/session.ts';
import { trackEvent } from '../../lib/telemetry/track.ts';

/** Navigation state that tells the settings page that the account has just been created. */
export interface NewAccount {
  readonly newcomer: true;
  /** Path of the page that the person came from. */
  readonly returnTo: string;
}

/** The page to show after signing in. */
export interface SignInDestination {
  readonly to: string;
  readonly state?: NewAccount;
}

/**
 * Exchanges the provider's ID token for a session (`docs/product/accounts.md`) and stores tokens and person. New
 * accounts are sent to their settings, all others to `returnTo`. `setDestination` is called before the session changes,
 * so that guards of the page know the destination. Rejects with the server's `ApiError`.
 */
export async function signIn(
  idToken: string,
  returnTo: string,
  setDestination: (destination: SignInDestination) => void,
): Promise<void> {
  const { user, isNewUser, tokens } = await api().identity.signIn({ body: { idToken } });
  const newAccountDestination = {
    to: '/user/settings',
    state: { newcomer: true, returnTo },
  } as const;
  setDestination(isNewUser ? newAccountDestination : { to: returnTo });
  trackEvent({ name: isNewUser ? 'sign_up' : 'login' });
  tokenStore().write({ ...tokens, uid: user.uid });
  useSession.getState().setUser(user);
}
