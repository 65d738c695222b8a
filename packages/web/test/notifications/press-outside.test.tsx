import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NotificationBell } from '../../app/features/notifications/index.ts';
import { closeNotifications } from '../../app/features/notifications/model/browser-notifications.ts';
import { useChatLink } from '../../app/lib/navigation/chat-link.ts';
import { CloseOnBack } from '../../app/ui/overlays/close-on-back.tsx';
import { buildUser } from '../fixtures/builders.ts';
import {
  bellButton,
  serveNotifications,
  silenceRealtime,
} from '../fixtures/notification-builders.tsx';
import { renderPage } from '../fixtures/render-page.tsx';
import { findDialog, queryDialog } from '../fixtures/screen.ts';

function Menu() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Menu
      </button>
      {open && (
        <p>
          Itens
          <CloseOnBack close={() => setOpen(false)} />
        </p>
      )}
    </>
  );
}

function PageWithBell() {
  return (
    <>
      <NotificationBell />
      <Link to="/community">Comunidade</Link>
      <Link to={useChatLink()}>Conversas</Link>
      <Menu />
    </>
  );
}

async function openList() {
  serveNotifications(1);
  const page = renderPage(<PageWithBell />, { address: '/termos', signedInAs: buildUser() });
  // The entry before that of the list must be one of the router, as it is in a browser.
  await act(async () => page.router.navigate('/termos?aba=x'));
  await page.person.click(await waitFor(bellButton));
  await findDialog('Notificações');
  expect(window.location.search).toBe('?aba=x&novo=avisos');
  // The popover listens to presses outside from the next task on; its timer was set before this one.
  await new Promise((resolve) => setTimeout(resolve));
  const back = () => page.router.navigate(-1);
  return { ...page, back };
}

const address = () => window.location.pathname + window.location.search;

/** Waits as long as a step back in the history that comes too late would take. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 60));

beforeEach(silenceRealtime);
afterEach(() => {
  cleanup();
  closeNotifications();
});

describe('a press outside the list of notifications', () => {
  it('closes the list and follows the link that was pressed', async () => {
    const { person, back } = await openList();
    await person.click(screen.getByRole('link', { name: 'Comunidade' }));
    expect(await screen.findByText('page /community')).toBeVisible();
    await settle();
    expect(address()).toBe('/community');
    await back();
    await waitFor(() => expect(address()).toBe('/termos?aba=x'));
    expect(queryDialog('Notificações')).toBeNull();
  });

  it('opens the chat without the list', async () => {
    const { person, back } = await openList();
    await person.click(screen.getByRole('link', { name: 'Conversas' }));
    await waitFor(() => expect(address()).toBe('/termos?aba=x&conversa=lista'));
    await settle();
    expect(address()).toBe('/termos?aba=x&conversa=lista');
    expect(queryDialog('Notificações')).toBeNull();
    await back();
    await waitFor(() => expect(address()).toBe('/termos?aba=x'));
  });

  it('opens a menu, which Back closes, and leaves the focus at its button', async () => {
    const { person, back } = await openList();
    const button = screen.getByRole('button', { name: 'Menu' });
    await person.click(button);
    expect(await screen.findByText('Itens')).toBeVisible();
    await settle();
    expect(screen.getByText('Itens')).toBeVisible();
    expect(queryDialog('Notificações')).toBeNull();
    expect(address()).toBe('/termos?aba=x');
    expect(button).toHaveFocus();
    await back();
    await waitFor(() => expect(screen.queryByText('Itens')).toBeNull());
    expect(address()).toBe('/termos?aba=x');
  });

  it('closes the list once for a double click', async () => {
    const { person } = await openList();
    await person.dblClick(screen.getByRole('button', { name: 'Menu' }));
    expect(await screen.findByText('Itens')).toBeVisible();
    await settle();
    expect(address()).toBe('/termos?aba=x');
  });
});
