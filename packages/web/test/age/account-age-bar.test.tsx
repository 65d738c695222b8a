import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { AccountAgeBar } from '../../app/features/age/index.ts';
import { serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';

const installationSettings = { accountAge: 16 };
const uncheckedAge = { state: 'none', method: null, verifiedUntil: null, available: true };

it('the bar asks a person without proof of the age for a check, and starts a check of that age', async () => {
  const startCheck = vi.fn((_: unknown) => ({ url: '/sandbox/age/x' }));
  const { person } = renderPage(<AccountAgeBar />, {
    address: '/community',
    signedInAs: buildUser(),
    settings: installationSettings,
  });
  serveApi({
    'GET /api/age/verification': () => uncheckedAge,
    'POST /api/age/verification': ({ body }) => startCheck(body),
  });
  expect(await screen.findByText(/confirme que você tem 16 anos ou mais/)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Confirmar idade' }));
  await waitFor(() =>
    expect(startCheck).toHaveBeenCalledWith({ returnTo: '/community', purpose: 'account' }),
  );
});

it.each([
  [
    'a person who has proven the age',
    { signedInAs: buildUser({ verifiedAge: 16 }), settings: installationSettings },
  ],
  [
    'adults',
    {
      signedInAs: buildUser({ ageVerified: true, verifiedAge: 18 }),
      settings: installationSettings,
    },
  ],
  ['anybody where there is no such age', { signedInAs: buildUser() }],
  ['visitors', { settings: installationSettings }],
])('the bar is not shown to %s', async (_who, options) => {
  renderPage(<AccountAgeBar />, options);
  await waitFor(() => expect(document.body).not.toHaveTextContent('confirme que você tem'));
});

describe('a person who has to prove their age', () => {
  const signedInAs = buildUser({ ageRequired: true });

  it('is asked for 18 years where the installation requires no age', async () => {
    renderPage(<AccountAgeBar />, { signedInAs });
    serveApi({ 'GET /api/age/verification': () => uncheckedAge });
    expect(
      await screen.findByText(
        /^Para publicar, comprar, vender ou sacar de novo, confirme que você tem 18 anos ou mais/,
      ),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Confirmar idade' })).toBeVisible();
  });

  it('is sent to the team where there is no provider of age checks', async () => {
    renderPage(<AccountAgeBar />, { signedInAs });
    serveApi({ 'GET /api/age/verification': () => ({ ...uncheckedAge, available: false }) });
    expect(await screen.findByRole('link', { name: 'Falar com a equipe' })).toHaveAttribute(
      'href',
      '/user/settings/decisoes',
    );
    expect(screen.queryByRole('button')).toBeNull();
  });
});
