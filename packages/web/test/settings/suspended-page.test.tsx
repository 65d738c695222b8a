import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SuspendedPage } from '../../app/features/account-status/suspended-page.tsx';
import { serveApi } from '../fakes/api-handlers.ts';
import { buildUser, minutesAgo } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';

it('a suspended person reads the answers to what they sent to the team', async () => {
  const suspension = { reason: 'Spam', until: null };
  const user = buildUser({ suspension });
  const sentCase = {
    id: crypto.randomUUID(),
    kind: 'support',
    code: 'SUP-0007',
    title: 'Não recebi',
    about: null,
    state: 'closed',
    progress: 'answered',
    outcome: 'answered',
    answer: 'Já devolvemos.',
    createdAt: minutesAgo(50),
    answerBy: minutesAgo(-50),
    decidedAt: minutesAgo(10),
  };
  serveApi({
    'GET /api/users/me': () => user,
    'GET /api/cases': () => ({ cases: [sentCase], nextCursor: null }),
    'GET /api/decisions': () => ({ decisions: [], nextCursor: null }),
    'GET /api/users/me/sessions': () => ({ sessions: [] }),
    'GET /api/users/me/exports': () => ({ exports: [] }),
    'GET /api/users/me/storage': () => ({ used: 0, limit: 1_000 }),
  });
  renderPage(<SuspendedPage user={user} suspension={suspension} />, { signedInAs: user });
  expect(await screen.findByText('Já devolvemos.')).toBeVisible();
});
