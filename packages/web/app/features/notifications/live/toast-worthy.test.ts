import { expect, test } from 'vitest';
import { isToastWorthy } from './toast-worthy.ts';

const looking = { chatWith: null, visible: true, listOpen: false, taken: false };
const message = { type: 'message', senderId: 'bia', additionalInfo: {} };
const order = { type: 'payment', senderId: 'bia', additionalInfo: { paymentId: 'p' } };

test('messages and orders are told, community alone rings the bell', () => {
  expect(isToastWorthy(message, looking)).toBe(true);
  expect(isToastWorthy(order, looking)).toBe(true);
  expect(isToastWorthy({ ...order, type: 'like', additionalInfo: { postId: 'x' } }, looking)).toBe(
    false,
  );
});

test('what the team decided and a copy that is ready are told', () => {
  const own = { senderId: null, additionalInfo: { event: 'decision' } };
  expect(isToastWorthy({ ...own, type: 'moderation' }, looking)).toBe(true);
  expect(isToastWorthy({ ...own, type: 'export' }, looking)).toBe(true);
});

test('nothing is told of a conversation that is open', () => {
  expect(isToastWorthy(message, { ...looking, chatWith: 'bia' })).toBe(false);
  expect(isToastWorthy(message, { ...looking, chatWith: 'ana' })).toBe(true);
  expect(isToastWorthy(message, { ...looking, chatWith: 'lista' })).toBe(false);
});

test.each([{ visible: false }, { listOpen: true }, { taken: true }])('nothing with %o', (more) => {
  expect(isToastWorthy(message, { ...looking, ...more })).toBe(false);
});
