import { expect, test } from 'vitest';
import { isToastWorthy } from './toast-worthy.ts';

const visiblePage = {
  openChatPartner: null,
  tabVisible: true,
  listOpen: false,
  dialogOpen: false,
};
const messageNotification = { type: 'message', senderId: 'bia', additionalInfo: {} };
const orderNotification = { type: 'payment', senderId: 'bia', additionalInfo: { paymentId: 'p' } };

test('there are toasts for messages and orders, not for the community', () => {
  expect(isToastWorthy(messageNotification, visiblePage)).toBe(true);
  expect(isToastWorthy(orderNotification, visiblePage)).toBe(true);
  expect(
    isToastWorthy(
      { ...orderNotification, type: 'like', additionalInfo: { postId: 'x' } },
      visiblePage,
    ),
  ).toBe(false);
});

test('there are toasts for decisions of the team and finished exports', () => {
  const ownNotification = { senderId: null, additionalInfo: { event: 'decision' } };
  expect(isToastWorthy({ ...ownNotification, type: 'moderation' }, visiblePage)).toBe(true);
  expect(isToastWorthy({ ...ownNotification, type: 'export' }, visiblePage)).toBe(true);
});

test('there is no toast for the open conversation', () => {
  expect(isToastWorthy(messageNotification, { ...visiblePage, openChatPartner: 'bia' })).toBe(
    false,
  );
  expect(isToastWorthy(messageNotification, { ...visiblePage, openChatPartner: 'ana' })).toBe(true);
  expect(isToastWorthy(messageNotification, { ...visiblePage, openChatPartner: 'lista' })).toBe(
    false,
  );
});

test.each([{ tabVisible: false }, { listOpen: true }, { dialogOpen: true }])(
  'there is no toast with %o',
  (overrides) => {
    expect(isToastWorthy(messageNotification, { ...visiblePage, ...overrides })).toBe(false);
  },
);
