import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Answer, refuse, requestsTo, serve } from '../fakes/api-handlers.ts';
import { findQuestion, goBack, menuItem, renderBlockable } from '../fixtures/block-builders.tsx';
import { buildUser } from '../fixtures/builders.ts';
import { moreOptions } from '../fixtures/profile-builders.tsx';
import { buttonIn, findToast } from '../fixtures/screen.ts';

const BLOCKING = 'PUT /api/users/:uid/block';
const owner = buildUser({ username: 'Teclas_Firmes', displayName: 'Teclas Firmes' });

it('visitors cannot block', async () => {
  const { person } = renderBlockable(owner);
  await person.click(await moreOptions());
  expect(await menuItem('Compartilhar')).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Bloquear' })).toBeNull();
});

describe('the question before a block', () => {
  it('is closed by Back, which leaves the page where it is', async () => {
    const { person } = renderBlockable(owner, buildUser());
    await person.click(await moreOptions());
    await person.click(await menuItem('Bloquear'));
    const question = await findQuestion('Teclas Firmes');
    await goBack();
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(window.location.pathname).toBe('/user/Teclas_Firmes');
    expect(requestsTo(BLOCKING)).toEqual([]);
  });

  it('shows why the block failed, and is answered again', async () => {
    const { person } = renderBlockable(owner, buildUser());
    const server = { failing: true };
    serve({
      [BLOCKING]: () => {
        if (server.failing) throw refuse('unavailable');
        serve({ 'GET /api/users/by-username/:username': () => blocked });
        return new Answer(204);
      },
    });
    const blocked = { ...owner, blocked: true, restricted: true };
    await person.click(await moreOptions());
    await person.click(await menuItem('Bloquear'));
    const question = await findQuestion('Teclas Firmes');
    await person.click(buttonIn(question, 'Bloquear'));
    await findToast('Serviço temporariamente indisponível.');
    expect(question).toBeVisible();
    server.failing = false;
    await person.click(buttonIn(question, 'Bloquear'));
    const notice = { name: 'Você bloqueou esta pessoa.' };
    expect(await screen.findByRole('heading', notice)).toBeVisible();
  });
});
