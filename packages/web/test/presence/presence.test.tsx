import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { LazyChat } from '../../app/features/chat/index.ts';
import { readReturnPath } from '../../app/features/identity/return-path.ts';
import { OnlinePeople } from '../../app/features/presence/index.ts';
// The module is loaded in advance, because compiling it takes longer than a test waits.
import '../../app/features/presence/people-panel.tsx';
import { ProfileHeader } from '../../app/features/profile/profile-header.tsx';
import { StartChatButton } from '../../app/features/users/index.ts';
import { serveApi } from '../fakes/api-handlers.ts';
import { installSocket, onlineUsers } from '../fakes/fake-socket.ts';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';

const ana = buildUser({ displayName: 'Ana Observa' });
const bia = buildUser({ username: 'Bia_Chega', displayName: 'Bia Chega', status: 'offline' });

/** Renders a page for Ana and waits until it has registered its socket. */
async function renderConnected(page: ReactNode) {
  const socket = installSocket();
  serveApi({ 'GET /api/users/:uid': () => bia });
  const renderedPage = renderPage(page, { address: '/termos', signedInAs: ana });
  await waitFor(() => expect(socket.sent('register')).toEqual([ana.uid]));
  return { socket, ...renderedPage };
}

describe('presence', () => {
  it('of a person is shown as it changes', async () => {
    const { socket } = await renderConnected(<ProfileHeader user={bia} />);
    const header = screen.getByTestId('profile-header');
    const presenceText = () => header.querySelector('[data-ui="presence"]');
    const presenceMark = (status: string) => header.querySelector(`[data-presence="${status}"]`);
    expect(presenceText()).toHaveTextContent('Offline');
    await socket.hear('usersOnline', onlineUsers(ana.uid));
    await socket.hear('userConnected', { userId: bia.uid, status: 'online' });
    expect(presenceText()).toHaveTextContent('Online');
    expect(presenceMark('online')).not.toBeNull();
    await socket.hear('statusUpdated', { userId: bia.uid, status: 'away' });
    expect(presenceText()).toHaveTextContent('Ausente');
    await socket.hear('statusUpdated', { userId: bia.uid, status: 'online' });
    expect(presenceText()).toHaveTextContent('Online');
    await socket.hear('userDisconnected', { userId: bia.uid, status: 'offline' });
    expect(presenceText()).toHaveTextContent('Offline');
    expect(presenceMark('online')).toBeNull();
  });

  it('of the own account is reported after a key press', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    const { person, socket } = await renderConnected(null);
    // The page starts to observe input only a moment after it has connected, so the key is pressed repeatedly.
    await waitFor(async () => {
      await person.tab();
      expect(socket.sent('userActivity')).toHaveLength(1);
    });
  });
});

describe('the list of people online', () => {
  it('links to the chat with each person, and loses a person who disconnects', async () => {
    const { socket } = await renderConnected(<OnlinePeople />);
    await socket.hear('usersOnline', onlineUsers(ana.uid, bia.uid));
    const panel = await screen.findByRole('region', { name: 'Quem está à mesa' });
    expect(await within(panel).findByText('Bia Chega')).toBeVisible();
    expect(within(panel).getByRole('link', { name: 'Conversar com Bia Chega' })).toHaveAttribute(
      'href',
      `/termos?conversa=${bia.uid}`,
    );
    await socket.hear('userDisconnected', { userId: bia.uid, status: 'offline' });
    expect(screen.queryByRole('region', { name: 'Quem está à mesa' })).toBeNull();
  });
});

it('a visitor who opens a chat signs in first, and comes back to the chat', async () => {
  const page = (
    <>
      <OnlinePeople />
      <StartChatButton uid={bia.uid} />
      <LazyChat />
    </>
  );
  const { person } = renderPage(page, { address: '/user/Bia_Chega' });
  expect(screen.queryByRole('region', { name: 'Quem está à mesa' })).toBeNull();
  await person.click(screen.getByRole('link', { name: 'Conversar' }));
  expect(await screen.findByText('page /login')).toBeVisible();
  expect(readReturnPath()).toBe(`/user/Bia_Chega?conversa=${bia.uid}`);
});
