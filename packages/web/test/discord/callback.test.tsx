import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DiscordCallbackPage } from '../../app/features/discord/index.ts';
import { apiError, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { storedUser } from '../fixtures/settings-builders.tsx';

const LINK_REQUEST = 'POST /api/discord/link';
const callbackAddress = '/discord/callback?code=x&state=y';

it.each([
  ['discord_taken', 'Esta conta do Discord já está vinculada a outro usuário.'],
  ['discord_state_invalid', 'Este pedido de conexão expirou.'],
] as const)('the page says why an account cannot be linked, for %s', async (code, text) => {
  serveApi({ [LINK_REQUEST]: () => Promise.reject(apiError(code)) });
  renderPage(<DiscordCallbackPage />, { address: callbackAddress, signedInAs: buildUser() });
  expect(await screen.findByText(new RegExp(`^${text}`))).toBeVisible();
  expect(window.location.pathname + window.location.search).toBe('/discord/callback');
  expect(requestsTo(LINK_REQUEST).map(({ body }) => body)).toEqual([{ code: 'x', state: 'y' }]);
  expect(storedUser()?.discordId).toBeNull();
});

it('a visitor who comes from Discord signs in first, and the code is not stored', async () => {
  renderPage(<DiscordCallbackPage />, { address: callbackAddress });
  expect(await screen.findByText('page /login')).toBeVisible();
  const readSessionStorage = () => JSON.stringify({ ...sessionStorage });
  await waitFor(() => expect(readSessionStorage()).toContain('/discord/callback'));
  expect(readSessionStorage()).not.toContain('code=x');
});
