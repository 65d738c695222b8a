import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type CallbackOutcome, completeSignIn } from '../../lib/session/oidc-popup.ts';
import { toastError } from '../../ui/feedback/toast.ts';
import { Main } from '../../ui/layout/main.tsx';
import * as styles from './login-page.module.css';
import { safeReturnPath } from './return-path.ts';
import { type SignInDestination, signIn } from './sign-in.ts';
import { toastInvalidToken } from './use-sign-in.ts';
import { Wordmark } from './wordmark.tsx';

/**
 * Handles the provider's answer and returns the page to show; null when the window that opened this popup handles the
 * answer.
 */
async function handleOutcome(outcome: CallbackOutcome): Promise<SignInDestination | null> {
  if ('handled' in outcome) return null;
  if ('failed' in outcome) toastInvalidToken();
  if (!('idToken' in outcome)) return { to: outcome.returnTo };
  let destination: SignInDestination = { to: '/login' };
  try {
    await signIn(outcome.idToken, safeReturnPath(outcome.returnTo), (next) => {
      destination = next;
    });
  } catch (error) {
    toastError(error);
  }
  return destination;
}

/**
 * `/login/callback`, to which the provider redirects. In a popup the page passes the answer to the page that opened the
 * popup, and closes; after a full redirect it signs in itself.
 */
export function LoginCallbackPage() {
  const navigate = useNavigate();
  const [handledElsewhere, setHandledElsewhere] = useState(false);
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void completeSignIn()
      .then(handleOutcome)
      .then((destination) => {
        if (destination) void navigate(destination.to, { replace: true, state: destination.state });
        else setHandledElsewhere(true);
      });
  }, [navigate]);
  return (
    <Main className={styles.callback}>
      <span className={styles.wordmark}>
        <Wordmark />
      </span>
      <p className="textLg secondary" role="status">
        {handledElsewhere ? 'Pronto. Você já pode fechar esta janela.' : 'Entrando...'}
      </p>
    </Main>
  );
}
