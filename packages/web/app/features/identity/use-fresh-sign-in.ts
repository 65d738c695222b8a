import { errors } from '@guilda/contract/errors';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api/api.ts';
import type { ConfirmationRequest } from '../../lib/session/confirmation.ts';
import {
  type FreshSignIn,
  requestFreshSignIn,
  type SignInConfig,
} from '../../lib/session/oidc-popup.ts';
import { messageOfError } from '../../ui/feedback/toast.ts';

/**
 * `waiting`: the provider's window is open. `blocked`: the browser did not open it, and the person can open `url` in a
 * tab. `checking`: the server verifies the provider's answer.
 */
export type FreshSignInState =
  | { readonly phase: 'idle' | 'waiting' | 'checking'; readonly problem?: string }
  | { readonly phase: 'blocked'; readonly url: string };

/**
 * Lets the person sign in with the identity provider again, and exchanges the ID token for the confirmation that a
 * request needs.
 */
export function useFreshSignIn({ purpose, confirm }: ConfirmationRequest, email: string | null) {
  const [state, setState] = useState<FreshSignInState>({ phase: 'idle' });
  const latestSignIn = useRef<FreshSignIn | null>(null);
  useEffect(() => () => latestSignIn.current?.cancel(), []);
  const exchange = async (idToken: string) => {
    setState({ phase: 'checking' });
    try {
      const answer = await api().identity.confirm({ body: { idToken, purpose } });
      confirm(answer.confirmation);
    } catch (error) {
      setState({ phase: 'idle', problem: messageOfError(error) });
    }
  };
  const start = async (config: SignInConfig) => {
    const signInRequest = requestFreshSignIn(config, email);
    latestSignIn.current = signInRequest;
    setState(
      signInRequest.popupBlocked
        ? { phase: 'blocked', url: signInRequest.url }
        : { phase: 'waiting' },
    );
    const outcome = await signInRequest.outcome;
    if (latestSignIn.current !== signInRequest) return;
    if ('idToken' in outcome) return exchange(outcome.idToken);
    setState(
      'failed' in outcome
        ? { phase: 'idle', problem: errors.identity_rejected.text }
        : { phase: 'idle' },
    );
  };
  return { state, start };
}
