import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type CallbackOutcome, completeSignIn } from '../../lib/oidc-popup.ts';
import { Main } from '../../ui/main.tsx';
import { toastError } from '../../ui/toast.ts';
import { type Arrival, enter } from './enter.ts';
import { safePath } from './return-path.ts';
import { toastUnverified } from './use-sign-in.ts';
import { Wordmark } from './wordmark.tsx';

/** What is left to do once the provider has answered; null when another window carries on. */
async function settle(outcome: CallbackOutcome): Promise<Arrival | null> {
  if ('handled' in outcome) return null;
  if ('failed' in outcome) toastUnverified();
  if (!('idToken' in outcome)) return { to: outcome.returnTo };
  let arrival: Arrival = { to: '/login' };
  try {
    await enter(outcome.idToken, safePath(outcome.returnTo), (told) => {
      arrival = told;
    });
  } catch (error) {
    toastError(error);
  }
  return arrival;
}

/**
 * `/login/callback`: where the provider sends the browser back to. A popup hands its answer to the
 * page that opened it and closes; a full redirect signs in here.
 */
export function CallbackPage() {
  const navigate = useNavigate();
  const [handled, setHandled] = useState(false);
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void completeSignIn()
      .then(settle)
      .then((arrival) => {
        if (arrival) void navigate(arrival.to, { replace: true, state: arrival.state });
        else setHandled(true);
      });
  }, [navigate]);
  return (
    <Main className="volta">
      <span className="login-m">
        <Wordmark />
      </span>
      <p className="t-lg dim" role="status">
        {handled ? 'Pronto. Você já pode fechar esta janela.' : 'Entrando...'}
      </p>
    </Main>
  );
}
