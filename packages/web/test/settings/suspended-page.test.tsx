import type { OwnDecision } from '@guilda/contract/moderation/moderation';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SuspendedPage } from '../../app/features/account-status/suspended-page.tsx';
import { DecisionsSection } from '../../app/features/settings/index.ts';
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

it.each([
  [null, true],
  [{ reason: 'Spam', until: null }, false],
])(
  'a decision links to the hidden service only without a suspension: %j',
  async (suspension, isLinked) => {
    const user = buildUser({ suspension });
    const decision: OwnDecision = {
      id: crypto.randomUUID(),
      action: 'hide',
      subject: { kind: 'service', id: crypto.randomUUID(), excerpt: 'Aula de violão' },
      reason: 'Golpe',
      until: null,
      createdAt: minutesAgo(50),
      liftedAt: null,
      appeal: null,
    };
    serveApi({ 'GET /api/decisions': () => ({ decisions: [decision], nextCursor: null }) });
    renderPage(<DecisionsSection user={user} />, { signedInAs: user });
    expect(await screen.findByText('Golpe')).toBeVisible();
    expect(screen.queryAllByRole('link', { name: 'Ver o serviço' })).toHaveLength(isLinked ? 1 : 0);
  },
);
