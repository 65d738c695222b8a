import type { Review } from '@guilda/contract/reviews';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ReviewPurchase } from './review-purchase.tsx';

const purchase = {
  title: 'Aula de mira',
  type: 'call',
  category: 'valorant',
  price: '49.90',
} as const;
const reviewOf = (over: Partial<Pick<Review, 'purchase' | 'notCounted'>> = {}) =>
  ({ purchase, notCounted: null, ...over }) as Review;
const textOf = (review: Review, service?: Parameters<typeof ReviewPurchase>[0]['service']) =>
  renderToStaticMarkup(<ReviewPurchase review={review} service={service} />).replace(
    /<[^>]+>/g,
    '',
  );

test('a review says nothing that stands beside it', () => {
  expect(textOf(reviewOf(), purchase)).toBe('');
});

test('without its service, and when that has changed, it says what was bought', () => {
  const bought = 'Comprado como “Aula de mira” · 🎯 Valorant · R$ 49,90';
  expect(textOf(reviewOf())).toBe(bought);
  expect(textOf(reviewOf(), { ...purchase, title: 'Aula de mapa' })).toBe(bought);
});

test.each([
  ['replaced', 'a mesma pessoa avaliou este serviço de novo.'],
  ['free', 'foi de graça, e agora o serviço é pago.'],
  ['changed', 'o serviço mudou de categoria ou de tipo.'],
] as const)('one that is %s says why it does not count', (notCounted, reason) => {
  const text = textOf(reviewOf({ notCounted, purchase: { ...purchase, price: '0.00' } }), purchase);
  expect(text).toContain(`de graça. Não entra na média: ${reason}`);
});
