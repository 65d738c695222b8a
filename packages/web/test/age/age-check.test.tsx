import type { AgeVerification } from '@guilda/contract/accounts/age';
import type { OwnUser } from '@guilda/contract/accounts/users';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AgeCheckFact } from '../../app/features/age/index.ts';
import { useSession } from '../../app/lib/session/session.ts';
import * as categoryPage from '../../app/routes/category.tsx';
import { apiError, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { renderRoutes } from '../fixtures/render-routes.tsx';

const READ_CHECK_REQUEST = 'GET /api/age/verification';
const START_CHECK_REQUEST = 'POST /api/age/verification';

const buildCheck = (changes: Partial<AgeVerification> = {}): AgeVerification => ({
  state: 'none',
  method: null,
  verifiedUntil: null,
  available: true,
  ...changes,
});

const refuseAsUnavailable = () => {
  throw apiError('age_check_unavailable');
};

const UNAVAILABLE_TEXT = /^A verificação de idade está indisponível/;

describe('the age gate', () => {
  /** Opens the category for adults and waits until the session is loaded. */
  async function openCategory(signedInAs?: OwnUser) {
    const address = '/category/nudez';
    const page = renderRoutes(
      { '/category/:category': categoryPage },
      { address, ...(signedInAs && { signedInAs }) },
    );
    await waitFor(() => expect(useSession.getState().ready).toBe(true));
    return page;
  }

  it('stays closed to visitors, and leads them to the login or home', async () => {
    const { person } = await openCategory();
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Só para maiores de 18' }),
    ).toBeVisible();
    expect(screen.getByText(/^Conteúdo disponível apenas para maiores de 18 anos\./)).toBeVisible();
    expect(screen.getByText(/Nunca o documento nem a data de nascimento\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Verificar minha idade' })).toHaveAttribute(
      'href',
      '/login',
    );
    await person.click(screen.getByRole('link', { name: 'Voltar ao início' }));
    expect(await screen.findByText('page /')).toBeVisible();
  });

  it('says that a check cannot be made, and offers another attempt', async () => {
    serveApi({
      [READ_CHECK_REQUEST]: () => buildCheck(),
      [START_CHECK_REQUEST]: refuseAsUnavailable,
    });
    const { person } = await openCategory(buildUser());
    await person.click(await screen.findByRole('button', { name: 'Verificar minha idade' }));
    expect(await screen.findByText(UNAVAILABLE_TEXT)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Tentar de novo' })).toBeEnabled();
    expect(requestsTo(START_CHECK_REQUEST).map(({ body }) => body)).toEqual([
      { returnTo: '/category/nudez' },
    ]);
  });

  it('continues an open check', async () => {
    serveApi({ [READ_CHECK_REQUEST]: () => buildCheck({ state: 'open' }) });
    await openCategory(buildUser());
    expect(await screen.findByText(/^Sua verificação está aberta\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Continuar a verificação' })).toBeEnabled();
  });

  it('opens after an approved check although the account cannot be loaded at once', async () => {
    const user = buildUser();
    serveApi({
      [READ_CHECK_REQUEST]: () => buildCheck({ state: 'open' }),
      'GET /api/services': () => ({ services: [], nextCursor: null }),
    });
    await openCategory(user);
    expect(await screen.findByText(/^Sua verificação está aberta\./)).toBeVisible();
    let requestCount = 0;
    serveApi({
      [READ_CHECK_REQUEST]: () => buildCheck({ state: 'approved' }),
      'GET /api/users/me': () => {
        requestCount += 1;
        if (requestCount === 1) throw apiError('unavailable');
        return { ...user, ageVerified: true };
      },
    });
    await waitFor(() => expect(useSession.getState().user?.ageVerified).toBe(true));
  });

  it('does not ask for the account again after a refusal', async () => {
    serveApi({ [READ_CHECK_REQUEST]: () => buildCheck({ state: 'open' }) });
    await openCategory(buildUser());
    expect(await screen.findByText(/^Sua verificação está aberta\./)).toBeVisible();
    const requestsBefore = requestsTo('GET /api/users/me').length;
    serveApi({
      [READ_CHECK_REQUEST]: () => buildCheck({ state: 'approved' }),
      'GET /api/users/me': () => {
        throw apiError('forbidden');
      },
    });
    const sentRequests = () => requestsTo('GET /api/users/me').length - requestsBefore;
    await waitFor(() => expect(sentRequests()).toBe(1), { timeout: 10_000 });
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    expect(sentRequests()).toBe(1);
  });

  it('says that a check was declined', async () => {
    serveApi({ [READ_CHECK_REQUEST]: () => buildCheck({ state: 'declined' }) });
    await openCategory(buildUser());
    expect(
      await screen.findByText('Não foi possível confirmar que você tem 18 anos ou mais.'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Tentar de novo' })).toBeEnabled();
  });
});

describe('the age in the settings', () => {
  const openSettings = () =>
    renderRoutes(
      { '/user/settings': { default: AgeCheckFact } },
      { address: '/user/settings', signedInAs: buildUser() },
    );

  it('is not verified at first, and the check returns to the settings', async () => {
    serveApi({
      [READ_CHECK_REQUEST]: () => buildCheck(),
      [START_CHECK_REQUEST]: refuseAsUnavailable,
    });
    const { person } = openSettings();
    expect(await screen.findByText('Não verificada')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Verificar minha idade' }));
    expect(await screen.findByText(UNAVAILABLE_TEXT)).toBeVisible();
    expect(requestsTo(START_CHECK_REQUEST).map(({ body }) => body)).toEqual([
      { returnTo: '/user/settings' },
    ]);
  });

  it('starts one check while the page of the provider loads', async () => {
    serveApi({
      [READ_CHECK_REQUEST]: () => buildCheck(),
      [START_CHECK_REQUEST]: () => ({ url: '#provider' }),
    });
    const { person } = openSettings();
    const button = await screen.findByRole('button', { name: 'Verificar minha idade' });
    await person.click(button);
    await waitFor(() => expect(window.location.hash).toBe('#provider'));
    expect(button).toHaveAttribute('aria-busy', 'true');
    await person.click(button);
    expect(requestsTo(START_CHECK_REQUEST)).toHaveLength(1);
  });

  it('shows until when the check is valid', async () => {
    const verifiedUntil = '2027-03-05T12:00:00.000Z';
    serveApi({ [READ_CHECK_REQUEST]: () => buildCheck({ state: 'approved', verifiedUntil }) });
    openSettings();
    expect(await screen.findByText('18 anos ou mais, verificada até 05/03/2027')).toBeVisible();
  });
});
