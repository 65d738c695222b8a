import { describe, expect, it } from 'vitest';
import type { DeliverableNotification } from './deliverable-store.ts';
import { wantsMail, wantsPush } from './delivery-preferences.ts';
import { initialSettings } from './settings-store.ts';

const noon = new Date('2026-11-20T15:00:00Z');
const offlineAtNoon = { now: noon, online: false };

const notificationWith = (
  parts: Partial<DeliverableNotification> = {},
): DeliverableNotification => ({
  id: 'n',
  receiverId: 'ana',
  senderId: 'bia',
  type: 'message',
  content: 'Oi',
  additionalInfo: {},
  versionAt: '2026-11-20 15:00:00+00',
  senderName: 'Bia',
  email: 'ana@pessoas.example',
  suspended: false,
  blocked: false,
  muted: false,
  discreet: false,
  isBuyer: false,
  ...parts,
});

const order = (parts: Partial<DeliverableNotification> = {}) =>
  notificationWith({ type: 'payment', additionalInfo: { paymentId: 'p' }, ...parts });
const call = (parts: Partial<DeliverableNotification> = {}) =>
  notificationWith({ type: 'call', ...parts });
const like = (parts: Partial<DeliverableNotification> = {}) =>
  notificationWith({ type: 'achievement', ...parts });

const everything = {
  ...initialSettings,
  topics: {
    messages: { push: true, email: true },
    orders: { push: true, email: true },
    community: { push: true, email: true },
    calls: { push: true, email: true },
  },
};
const nothingEnabled = {
  ...initialSettings,
  topics: {
    messages: { push: false, email: false },
    orders: { push: false, email: false },
    community: { push: false, email: false },
    calls: { push: false, email: false },
  },
};
const withQuietHours = { ...everything, quietHours: { from: '11:00', to: '13:00' } };

describe('the default preferences', () => {
  it.each([
    ['messages', notificationWith(), true],
    ['orders', order(), true],
    ['the greeting of an order', order({ type: 'message' }), true],
    ['missed calls', call(), true],
    ['the community', like(), false],
  ])('%s', (_, what, pushed) => {
    expect(wantsPush(what, initialSettings, offlineAtNoon)).toBe(pushed);
  });
});

describe('pushes', () => {
  const kinds = { message: notificationWith, order, call, community: like };
  it.each([
    ['wanted, away', everything, offlineAtNoon, {}, ['message', 'order', 'call', 'community']],
    ['not wanted', nothingEnabled, offlineAtNoon, {}, []],
    ['on screen', everything, { now: noon, online: true }, {}, ['order', 'call']],
    ['in quiet hours', withQuietHours, offlineAtNoon, {}, ['order']],
    ['across a block', everything, offlineAtNoon, { blocked: true }, ['order']],
    [
      'of a muted conversation',
      everything,
      offlineAtNoon,
      { muted: true },
      ['order', 'call', 'community'],
    ],
    ['to the suspended', everything, offlineAtNoon, { suspended: true }, []],
  ] as const)('%s', (_, settings, moment, parts, expected) => {
    const pushed = Object.entries(kinds).filter(([, make]) =>
      wantsPush(make(parts), settings, moment),
    );
    expect(pushed.map(([kind]) => kind)).toEqual(expected);
  });
});

describe('mails', () => {
  it.each([
    ['orders', order(), everything, true],
    ['orders, to the suspended', order({ suspended: true }), everything, true],
    ['orders, in quiet hours', order(), withQuietHours, true],
    ['orders that are not wanted', order(), nothingEnabled, false],
    ['orders of whoever has no address', order({ email: null }), everything, false],
    ['messages', notificationWith(), everything, false],
    ['calls', call(), everything, false],
    ['the community', like(), everything, false],
  ])('%s', (_, what, settings, mailed) => {
    expect(wantsMail(what, settings)).toBe(mailed);
  });
});
