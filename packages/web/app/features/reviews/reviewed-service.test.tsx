import type { Review } from '@guilda/contract/orders/reviews';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ReviewedService } from './reviewed-service.tsx';

const purchasedService = {
  title: 'Aula de mira',
  type: 'call',
  category: 'valorant',
  price: '49.90',
} as const;
const reviewOf = (overrides: Partial<Pick<Review, 'purchase' | 'notCounted'>> = {}) =>
  ({ purchase: purchasedService, notCounted: null, ...overrides }) as Review;
const textOf = (review: Review, service?: Parameters<typeof ReviewedService>[0]['service']) =>
  renderToStaticMarkup(<ReviewedService review={review} service={service} />).replace(
    /<[^>]+>/g,
    '',
  );

test('nothing is shown for a service that is unchanged and shown beside the review', () => {
  expect(textOf(reviewOf(), purchasedService)).toBe('');
});

test('the bought service is shown without a service beside it and when that has changed', () => {
  const boughtText = 'Comprado como “Aula de mira” · 🎯 Valorant · R$ 49,90';
  expect(textOf(reviewOf())).toBe(boughtText);
  expect(textOf(reviewOf(), { ...purchasedService, title: 'Aula de mapa' })).toBe(boughtText);
});

test.each([
  ['replaced', 'a mesma pessoa avaliou este serviço de novo.'],
  ['free', 'foi de graça, e agora o serviço é pago.'],
  ['changed', 'o serviço mudou de categoria ou de tipo.'],
] as const)('a review that is %s shows why it does not count', (notCounted, reason) => {
  const text = textOf(
    reviewOf({ notCounted, purchase: { ...purchasedService, price: '0.00' } }),
    purchasedService,
  );
  expect(text).toContain(`de graça. Não entra na média: ${reason}`);
});
