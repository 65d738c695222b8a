import { describe, expect, it } from 'vitest';
import type { DeliverableNotification } from './deliverable-store.ts';
import { pushRetryTime, wantsMail, wantsPush } from './delivery-preferences.ts';
import { initialSettings } from './settings-store.ts';

const noonTime = new Date('2026-11-20T15:00:00Z');
const offlineAtNoon = { now: noonTime, online: false };

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

const buildOrderNotification = (parts: Partial<DeliverableNotification> = {}) =>
  notificationWith({ type: 'payment', additionalInfo: { paymentId: 'p' }, ...parts });
const buildWithdrawalNotification = (parts: Partial<DeliverableNotification> = {}) =>
  notificationWith({
    type: 'payment',
    senderId: null,
    additionalInfo: { withdrawalId: 'w', event: 'withdrawal_refused' },
    ...parts,
  });
const buildCallNotification = (parts: Partial<DeliverableNotification> = {}) =>
  notificationWith({ type: 'call', ...parts });
const buildLikeNotification = (parts: Partial<DeliverableNotification> = {}) =>
  notificationWith({ type: 'achievement', ...parts });

const allEnabledSettings = {
  ...initialSettings,
  topics: {
    messages: { push: true, email: true },
    orders: { push: true, email: true },
    community: { push: true, email: true },
    calls: { push: true, email: true },
  },
};
const allDisabledSettings = {
  ...initialSettings,
  topics: {
    messages: { push: false, email: false },
    orders: { push: false, email: false },
    community: { push: false, email: false },
    calls: { push: false, email: false },
  },
};
const quietHoursSettings = { ...allEnabledSettings, quietHours: { from: '11:00', to: '13:00' } };

describe('the default preferences', () => {
  it.each([
    ['messages', notificationWith(), true],
    ['orders', buildOrderNotification(), true],
    ['the greeting of an order', buildOrderNotification({ type: 'message' }), true],
    ['withdrawals', buildWithdrawalNotification(), true],
    ['missed calls', buildCallNotification(), true],
    ['the community', buildLikeNotification(), false],
  ])('%s', (_, notification, isPushed) => {
    expect(wantsPush(notification, initialSettings, offlineAtNoon)).toBe(isPushed);
  });
});

describe('pushes', () => {
  const buildersByKind = {
    message: notificationWith,
    order: buildOrderNotification,
    withdrawal: buildWithdrawalNotification,
    call: buildCallNotification,
    community: buildLikeNotification,
  };
  it.each([
    [
      'wanted, away',
      allEnabledSettings,
      offlineAtNoon,
      {},
      ['message', 'order', 'withdrawal', 'call', 'community'],
    ],
    ['not wanted', allDisabledSettings, offlineAtNoon, {}, []],
    [
      'on screen',
      allEnabledSettings,
      { now: noonTime, online: true },
      {},
      ['order', 'withdrawal', 'call'],
    ],
    ['in quiet hours', quietHoursSettings, offlineAtNoon, {}, ['order', 'withdrawal']],
    [
      'across a block',
      allEnabledSettings,
      offlineAtNoon,
      { blocked: true },
      ['order', 'withdrawal'],
    ],
    [
      'of a muted conversation',
      allEnabledSettings,
      offlineAtNoon,
      { muted: true },
      ['order', 'withdrawal', 'call', 'community'],
    ],
    ['to the suspended', allEnabledSettings, offlineAtNoon, { suspended: true }, []],
  ] as const)('%s', (_, settings, circumstances, parts, expectedKinds) => {
    const pushedKinds = Object.entries(buildersByKind).filter(([, build]) =>
      wantsPush(build(parts), settings, circumstances),
    );
    expect(pushedKinds.map(([kind]) => kind)).toEqual(expectedKinds);
  });
});

describe('a push that is not due is decided again', () => {
  const retryTime = (
    notification: DeliverableNotification,
    settings = allEnabledSettings,
    { now = noonTime, online = true } = {},
  ) => pushRetryTime(notification, settings, { now, online })?.toISOString() ?? null;
  const minutesAfterNoon = (minutes: number) => new Date(noonTime.getTime() + minutes * 60_000);

  it.each([
    [0, '2026-11-20T15:01:00.000Z'],
    [4, '2026-11-20T15:08:00.000Z'],
    [120, '2026-11-20T17:15:00.000Z'],
  ])('while the receiver is online, with growing pauses: after %i minutes', (minutes, at) => {
    const now = minutesAfterNoon(minutes);
    expect(retryTime(notificationWith(), allEnabledSettings, { now })).toBe(at);
  });

  it('at the end of quiet hours', () => {
    expect(retryTime(notificationWith(), quietHoursSettings)).toBe('2026-11-20T16:00:00.000Z');
  });

  it.each([
    ['an order', buildOrderNotification({ type: 'message' }), allEnabledSettings],
    ['a call', buildCallNotification(), quietHoursSettings],
    ['the community', buildLikeNotification(), quietHoursSettings],
    ['a block', notificationWith({ blocked: true }), quietHoursSettings],
    ['a muted conversation', notificationWith({ muted: true }), quietHoursSettings],
    ['the suspended', notificationWith({ suspended: true }), quietHoursSettings],
    ['what is not wanted', notificationWith(), allDisabledSettings],
  ])('never: %s', (_, notification, settings) => {
    expect(retryTime(notification, settings as typeof allEnabledSettings)).toBeNull();
  });
});

describe('mails', () => {
  it.each([
    ['orders', buildOrderNotification(), allEnabledSettings, true],
    [
      'orders, to the suspended',
      buildOrderNotification({ suspended: true }),
      allEnabledSettings,
      true,
    ],
    ['orders, in quiet hours', buildOrderNotification(), quietHoursSettings, true],
    ['orders that are not wanted', buildOrderNotification(), allDisabledSettings, false],
    [
      'orders of whoever has no address',
      buildOrderNotification({ email: null }),
      allEnabledSettings,
      false,
    ],
    ['withdrawals', buildWithdrawalNotification(), allEnabledSettings, false],
    ['messages', notificationWith(), allEnabledSettings, false],
    ['calls', buildCallNotification(), allEnabledSettings, false],
    ['the community', buildLikeNotification(), allEnabledSettings, false],
  ])('%s', (_, notification, settings, isMailed) => {
    expect(wantsMail(notification, settings)).toBe(isMailed);
  });
});
