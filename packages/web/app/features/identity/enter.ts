import { api, tokenStore } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';

/** Where a person goes once signed in. */
export interface Arrival {
  readonly to: string;
  readonly state?: { readonly newcomer: true };
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
  arrive(isNewUser ? { to: '/user/settings', state: { newcomer: true } } : { to: returnTo });
  tokenStore().write({ ...tokens, uid: user.uid });
  useSession.getState().setUser(user);
}
