import { errors } from '@guilda/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../lib/api/api.ts';
import { PublicError } from '../../lib/api/public-error.ts';
import { type SignInConfig, signInWithPopup } from '../../lib/session/oidc-popup.ts';
import { toastError } from '../../ui/feedback/toast.ts';
import { readReturnPath } from './return-path.ts';
import { type SignInDestination, signIn } from './sign-in.ts';

/**
 * Configuration of the identity provider, loaded before the button is pressed, because browsers block a popup that does
 * not open at once after a press.
 */
export function useAuthConfig() {
  return useQuery({
    queryKey: ['auth-config'],
    queryFn: () => api().identity.getAuthConfig(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
}

/** `waiting`: the provider's popup is open. `entering`: the server verifies the provider's answer. */
export type SignInPhase = 'idle' | 'waiting' | 'entering';

/** Shows the server's text for a token of the provider that cannot be verified. */
export function toastInvalidToken(): void {
  toastError(new PublicError(errors.identity_rejected.text));
}

/** Signs in by popup. Another press opens another popup and ends the previous attempt. */
export function useSignIn(setDestination: (destination: SignInDestination) => void) {
  const [phase, setPhase] = useState<SignInPhase>('idle');
  const latestAttempt = useRef(0);
  const finish = async (idToken: string) => {
    setPhase('entering');
    try {
      await signIn(idToken, readReturnPath(), setDestination);
    } catch (error) {
      toastError(error);
      setPhase('idle');
    }
  };
  const start = async (config: SignInConfig) => {
    latestAttempt.current += 1;
    const attempt = latestAttempt.current;
    setPhase('waiting');
    const outcome = await signInWithPopup(config, readReturnPath());
    if (attempt !== latestAttempt.current || 'redirecting' in outcome) return;
    if ('idToken' in outcome) return finish(outcome.idToken);
    if ('failed' in outcome) toastInvalidToken();
    setPhase('idle');
  };
  return { phase, start };
}
