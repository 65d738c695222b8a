import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LazyLiveNotifications } from '../../app/features/notifications/index.ts';
import { api } from '../../app/lib/api/api.ts';
import { pushOwner } from '../../app/lib/push/push-owner.ts';
import { usePushRenewal } from '../../app/lib/push/use-push-renewal.ts';
import { useSession } from '../../app/lib/session/session.ts';
import { apiError, FakeResponse, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { installPush } from '../fakes/fake-push.ts';
import { installSocket } from '../fakes/fake-socket.ts';
import { buildId, buildUser } from '../fixtures/builders.ts';
import { renderPage, storeSession } from '../fixtures/render-page.tsx';

const [ana, bia] = [buildUser(), buildUser()];

/** A page of this person, who has just signed in. */
function openPageAs(user: typeof ana) {
  storeSession(user);
  useSession.setState({ user, ready: true });
  return renderHook(() => usePushRenewal());
}

it('a session that cannot be renewed ends the pushes of its browser, until the same person signs in', async () => {
  const browserPush = installPush(['messages:1', 'calls:2']);
  pushOwner.set(ana.uid);
  storeSession(ana);
  serveApi({
    'GET /api/users/me': () => Promise.reject(apiError('token_invalid')),
    'POST /api/users/refresh-token': () => Promise.reject(apiError('rate_limited')),
    'GET /api/push/key': () => ({ publicKey: 'k' }),
    'PUT /api/push/subscriptions': () => new FakeResponse(204),
  });
  await expect(api().users.getMe()).rejects.toThrow();
  await waitFor(() => expect(browserPush).toEqual({ isSubscribed: false, shownTags: [] }));

  openPageAs(ana);
  await waitFor(() => expect(requestsTo('PUT /api/push/subscriptions')).toHaveLength(1));
  expect(browserPush.isSubscribed).toBe(true);
});

it('pushes that are left of somebody else end when the page opens, signed in or not', async () => {
  const browserPush = installPush(['messages:1']);
  pushOwner.set(ana.uid);
  const { unmount } = openPageAs(bia);
  await waitFor(() => expect(browserPush).toEqual({ isSubscribed: false, shownTags: [] }));
  unmount();

  localStorage.clear();
  browserPush.isSubscribed = true;
  act(() => useSession.setState({ user: null, ready: true }));
  renderHook(() => usePushRenewal());
  await waitFor(() => expect(browserPush.isSubscribed).toBe(false));
});

it('a conversation that was read closes the push about its messages', async () => {
  const otherId = buildId();
  const browserPush = installPush([`messages:${otherId}`, 'messages:1', `calls:${otherId}`]);
  const socket = installSocket();
  renderPage(<LazyLiveNotifications />, { signedInAs: ana });
  await waitFor(() => expect(requestsTo('GET /api/notifications/count')).toHaveLength(1));
  const readMark = { seq: 1, readAt: new Date().toISOString() };
  await socket.hear('messagesRead', { readerId: otherId, otherId: ana.uid, ...readMark });
  const partialRead = { readerId: ana.uid, otherId, ...readMark, isAllRead: false as const };
  await socket.hear('messagesRead', partialRead);
  expect(browserPush.shownTags).toHaveLength(3);
  await socket.hear('messagesRead', { readerId: ana.uid, otherId, ...readMark });
  await waitFor(() => expect(browserPush.shownTags).toEqual(['messages:1', `calls:${otherId}`]));
});
