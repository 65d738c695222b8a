import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LazyLiveNotifications } from '../../app/features/notifications/index.ts';
import { WalletPanel } from '../../app/features/wallet/index.ts';
import { dismissToast, toast } from '../../app/ui/feedback/toast.ts';
import { requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { installSocket } from '../fakes/fake-socket.ts';
import { buildId, buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { findToast } from '../fixtures/screen.ts';

it('a decided withdrawal changes the wallet on screen at once', async () => {
  const seller = buildUser();
  const socket = installSocket();
  let available = '10.00';
  serveApi({
    'GET /api/wallet': () => ({
      available,
      clearing: '0.00',
      held: '0.00',
      fees: '0.00',
      withdrawing: '0.00',
      entries: [],
      nextCursor: null,
    }),
    'GET /api/wallet/withdrawals': () => ({ withdrawals: [], nextCursor: null }),
    'GET /api/wallet/statements': () => ({ years: [] }),
    'GET /api/wallet/payout-profile': () => ({ profile: null }),
  });
  const page = (
    <>
      <LazyLiveNotifications />
      <WalletPanel />
    </>
  );
  renderPage(page, { signedInAs: seller });
  expect(await screen.findByText('R$ 10,00')).toBeVisible();
  await waitFor(() => expect(requestsTo('GET /api/notifications/count')).toHaveLength(1));
  available = '90.00';
  await socket.hear('notification', {
    id: buildId(),
    type: 'payment',
    senderId: null,
    receiverId: seller.uid,
    content: 'Seu saque de R$ 80,00 foi recusado.',
    senderName: null,
    senderAvatar: null,
    senderBadges: [],
    additionalInfo: { withdrawalId: buildId() },
    read: false,
    createdAt: new Date().toISOString(),
  });
  expect(await screen.findByText('R$ 90,00')).toBeVisible();
});

it('a message waits with its toast until another toast has closed, and the newest one is shown', async () => {
  const reader = buildUser();
  const socket = installSocket();
  renderPage(<LazyLiveNotifications />, { signedInAs: reader });
  await waitFor(() => expect(requestsTo('GET /api/notifications/count')).toHaveLength(1));
  act(() => toast({ title: 'Perfil salvo' }));
  await findToast('Perfil salvo');
  for (const content of ['Oi', 'Posso pagar agora?'])
    await socket.hear('notification', {
      id: buildId(),
      type: 'message',
      senderId: buildId(),
      receiverId: reader.uid,
      content,
      senderName: 'Bia',
      senderAvatar: null,
      senderBadges: [],
      additionalInfo: { event: 'message' },
      read: false,
      createdAt: new Date().toISOString(),
    });
  expect(screen.queryByText('Posso pagar agora?')).toBeNull();
  act(() => dismissToast());
  expect(await findToast(/Posso pagar agora\?/)).toBeVisible();
  act(() => dismissToast());
  expect(screen.queryByText('Oi')).toBeNull();
});
