import { expect, test } from 'vitest';
import { isToastWorthy } from './toast-worthy.ts';

const looking = { chatWith: null, visible: true, listOpen: false, taken: false };
const message = { type: 'message', senderId: 'bia', additionalInfo: {} };
const order = { type: 'payment', senderId: 'bia', additionalInfo: { paymentId: 'p' } };

test('shows toasts for messages and orders, not for the community', () => {
  expect(isToastWorthy(message, looking)).toBe(true);
  expect(isToastWorthy(order, looking)).toBe(true);
  expect(isToastWorthy({ ...order, type: 'like', additionalInfo: { postId: 'x' } }, looking)).toBe(
    false,
  );
});

test('shows toasts for decisions of the team and finished exports', () => {
  const own = { senderId: null, additionalInfo: { event: 'decision' } };
  expect(isToastWorthy({ ...own, type: 'moderation' }, looking)).toBe(true);
  expect(isToastWorthy({ ...own, type: 'export' }, looking)).toBe(true);
});

test('shows no toast for the open conversation', () => {
  expect(isToastWorthy(message, { ...looking, chatWith: 'bia' })).toBe(false);
  expect(isToastWorthy(message, { ...looking, chatWith: 'ana' })).toBe(true);
  expect(isToastWorthy(message, { ...looking, chatWith: 'lista' })).toBe(false);
});

test.each([{ visible: false }, { listOpen: true }, { taken: true }])(
  'shows no toast with %o',
  (more) => {
    expect(isToastWorthy(message, { ...looking, ...more })).toBe(false);
  },
);
