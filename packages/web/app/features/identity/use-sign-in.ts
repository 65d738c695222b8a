import { errors } from '@guilda/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { type SignInConfig, signInWithPopup } from '../../lib/oidc-popup.ts';
import { toastError } from '../../ui/toast.ts';
import { type Arrival, enter } from './enter.ts';
import { returnPath } from './return-path.ts';

/** What the browser needs to open the provider's window; asked for ahead of the press. */
export function useAuthConfig() {
  return useQuery({
    queryKey: ['auth-config'],
    queryFn: () => api().identity.authConfig(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
}

/** `waiting`: the provider's window is open. `entering`: the server checks what it answered. */
export type SignInPhase = 'idle' | 'waiting' | 'entering';

/** Says that the provider's answer cannot be trusted, in the words of the server. */
export function toastUnverified(): void {
  toastError(new Error(errors.identity_rejected.text));
}

/** Signing in by the popup. Another press opens another window and ends the attempt before. */
export function useSignIn(arrive: (arrival: Arrival) => void) {
  const [phase, setPhase] = useState<SignInPhase>('idle');
  const latest = useRef(0);
  const finish = async (idToken: string) => {
    setPhase('entering');
    try {
      await enter(idToken, returnPath(), arrive);
    } catch (error) {
      toastError(error);
      setPhase('idle');
    }
  };
  const start = async (config: SignInConfig) => {
    latest.current += 1;
    const mine = latest.current;
    setPhase('waiting');
    const outcome = await signInWithPopup(config, returnPath());
    if (mine !== latest.current || 'redirecting' in outcome) return;
    if ('idToken' in outcome) return finish(outcome.idToken);
    if ('failed' in outcome) toastUnverified();
    setPhase('idle');
  };
  return { phase, start };
}
