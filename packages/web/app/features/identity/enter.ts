import { api, tokenStore } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { track } from '../../lib/track.ts';

/** What the settings are told of who has just got an account. */
export interface Newcomer {
  readonly newcomer: true;
  /** Where they came from. */
  readonly returnTo: string;
}

/** Where a person goes once signed in. */
export interface Arrival {
  readonly to: string;
  readonly state?: Newcomer;
}

/**
 * Exchanges the provider's ID token, keeps the tokens and the person (`spec §3`), and says where to
 * go: newcomers to their settings, everyone else to `returnTo`. `arrive` is told before anything on
 * screen can learn that somebody is signed in. Rejects with the server's refusal.
 */
export async function enter(
  idToken: string,
  returnTo: string,
  arrive: (arrival: Arrival) => void,
): Promise<void> {
  const { user, isNewUser, tokens } = await api().identity.signIn({ body: { idToken } });
  const newcomer = { to: '/user/settings', state: { newcomer: true, returnTo } } as const;
  arrive(isNewUser ? newcomer : { to: returnTo });
  track({ name: isNewUser ? 'sign_up' : 'login' });
  tokenStore().write({ ...tokens, uid: user.uid });
  useSession.getState().setUser(user);
}
