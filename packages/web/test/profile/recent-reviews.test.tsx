import type { Review } from '@guilda/contract/orders/reviews';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
// The module is loaded in advance, because compiling it takes longer than a test waits.
import '../../app/features/reviews/answer-form.tsx';
import { serveApi } from '../fakes/api-handlers.ts';
import { buildId, buildUser, minutesAgo } from '../fixtures/builders.ts';
import { authorOf } from '../fixtures/catalog-builders.ts';
import { renderProfile } from '../fixtures/profile-builders.tsx';
import { findToast } from '../fixtures/screen.ts';

const seller = buildUser({ username: 'Quem_Atende', displayName: 'Quem Atende' });
const author = authorOf(buildUser({ username: 'Quem_Comprou' }));

const review: Review = {
  id: buildId(),
  title: 'Paciência de sobra',
  description: 'Explicou tudo.',
  rating: 5,
  recommend: true,
  serviceId: buildId(),
  userPhotoURL: null,
  username: author.username,
  author,
  purchase: { title: 'Treino de mira', type: 'call', category: 'valorant', price: '45.00' },
  notCounted: null,
  answer: null,
  createdAt: minutesAgo(60),
};

it('a new answer of the seller is shown among the recent reviews too', async () => {
  const { person } = renderProfile(seller, { signedInAs: seller, reviews: [review] });
  let stored = review;
  serveApi({
    'GET /api/users/:uid/reviews': () => ({ reviews: [stored], nextCursor: null }),
    'POST /api/reviews/:id/answer': () => {
      stored = { ...review, answer: { text: 'Volte sempre!', createdAt: minutesAgo(0) } };
      return { review: stored };
    },
  });
  await person.click(await screen.findByRole('tab', { name: /Avaliações/ }));
  const answerButton = await screen.findByRole('button', { name: 'Responder' });
  answerButton.focus();
  act(() => answerButton.click());
  // The form's code is not loaded yet.
  expect(answerButton).toHaveFocus();
  expect(answerButton).toHaveAttribute('aria-busy', 'true');
  await person.type(await screen.findByLabelText('Sua resposta'), 'Volte sempre!');
  await person.click(screen.getByRole('button', { name: 'Publicar resposta' }));
  await findToast('Resposta publicada');
  await waitFor(() => expect(screen.getByText('Volte sempre!')).toBeVisible());
  expect(document.body).not.toHaveFocus();

  await person.click(screen.getByRole('tab', { name: /Serviços/ }));
  const services = within(await screen.findByRole('tabpanel', { name: /Serviços/ }));
  await waitFor(() => expect(services.getByText('Volte sempre!')).toBeVisible());
});
