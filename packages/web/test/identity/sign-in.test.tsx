import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { LoginPage } from '../../app/features/identity/index.ts';
import { apiError, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { findToast } from '../fixtures/screen.ts';

/** An ID token with the fields that the page reads. */
const tokenWith = (claims: object) => `h.${btoa(JSON.stringify(claims))}.s`;

/** Replaces the sign-in popup: none opens, and the returned function answers as the popup's callback page would. */
function answerPopup() {
  const popup = { closed: false, close: () => {} };
  const open = vi.fn((_url: string) => popup);
  vi.stubGlobal('open', open);
  return () => {
    const parameters = new URL(open.mock.calls[0]?.[0] ?? '').searchParams;
    const idToken = tokenWith({ nonce: parameters.get('nonce') });
    const channel = new BroadcastChannel('guilda-sign-in');
    const answer = { state: parameters.get('state'), idToken, error: null };
    channel.postMessage({ type: 'answer', answer });
    return () => channel.close();
  };
}

it('an account that the server refuses sees the error, and may try again', async () => {
  serveApi({
    'GET /api/auth/config': () => ({
      authorizationEndpoint: 'https://provider.example/auth',
      clientId: 'guilda',
      scope: 'openid email profile',
    }),
    'POST /api/auth/google': () => Promise.reject(apiError('identity_rejected')),
  });
  const answer = answerPopup();
  const { person } = renderPage(<LoginPage />, { address: '/login' });
  const signInButton = await screen.findByRole('button', { name: 'Entrar com Google' });
  await waitFor(() => expect(signInButton).not.toHaveAttribute('aria-busy', 'true'));
  await person.click(signInButton);
  expect(await screen.findByText(/^Continue na janela que se abriu\./)).toBeVisible();
  const closeChannel = answer();
  const toast = await findToast('Algo deu errado...');
  closeChannel();
  expect(toast).toHaveTextContent('Não foi possível verificar sua conta.');
  expect(requestsTo('POST /api/auth/google')).toHaveLength(1);
  expect(window.location.pathname).toBe('/login');
  await waitFor(() => expect(signInButton).not.toHaveAttribute('aria-busy', 'true'));
  expect(signInButton).toBeEnabled();
  expect(signInButton).not.toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText(/^Usamos sua conta Google/)).toBeVisible();
});
