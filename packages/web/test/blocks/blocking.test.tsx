import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { apiError, FakeResponse, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import {
  findBlockDialog,
  findMenuItem,
  pressBack,
  renderBlockableProfile,
} from '../fixtures/block-builders.tsx';
import { buildUser } from '../fixtures/builders.ts';
import { findMoreOptionsButton } from '../fixtures/profile-builders.tsx';
import { buttonIn, findToast } from '../fixtures/screen.ts';

const BLOCK_REQUEST = 'PUT /api/users/:uid/block';
const owner = buildUser({ username: 'Teclas_Firmes', displayName: 'Teclas Firmes' });

it('visitors cannot block', async () => {
  const { person } = renderBlockableProfile(owner);
  await person.click(await findMoreOptionsButton());
  expect(await findMenuItem('Compartilhar')).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Bloquear' })).toBeNull();
});

describe('the confirmation of a block', () => {
  it('is closed by Back, which does not change the page', async () => {
    const { person } = renderBlockableProfile(owner, buildUser());
    await person.click(await findMoreOptionsButton());
    await person.click(await findMenuItem('Bloquear'));
    const question = await findBlockDialog('Teclas Firmes');
    await pressBack();
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(window.location.pathname).toBe('/user/Teclas_Firmes');
    expect(requestsTo(BLOCK_REQUEST)).toEqual([]);
  });

  it('shows why the block failed, and can be confirmed again', async () => {
    const { person } = renderBlockableProfile(owner, buildUser());
    const server = { failing: true };
    serveApi({
      [BLOCK_REQUEST]: () => {
        if (server.failing) throw apiError('unavailable');
        serveApi({ 'GET /api/users/by-username/:username': () => blockedOwner });
        return new FakeResponse(204);
      },
    });
    const blockedOwner = { ...owner, blocked: true, restricted: true };
    await person.click(await findMoreOptionsButton());
    await person.click(await findMenuItem('Bloquear'));
    const question = await findBlockDialog('Teclas Firmes');
    await person.click(buttonIn(question, 'Bloquear'));
    await findToast('Serviço temporariamente indisponível.');
    expect(question).toBeVisible();
    server.failing = false;
    await person.click(buttonIn(question, 'Bloquear'));
    const headingOptions = { name: 'Você bloqueou esta pessoa.' };
    expect(await screen.findByRole('heading', headingOptions)).toBeVisible();
  });
});
