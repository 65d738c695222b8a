import { cleanup, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeNotifications } from '../../app/features/notifications/model/browser-notifications.ts';
import { apiError, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import {
  bellButton,
  renderNotificationList,
  serveNotifications,
  silenceRealtime,
} from '../fixtures/notification-builders.tsx';
import { disposePage } from '../fixtures/render-page.tsx';
import { buttonIn, queryDialog } from '../fixtures/screen.ts';

const REMOVE_LABEL = 'Remover notificação';

const listContent = (list: HTMLElement) =>
  within(list).getByRole('region', { name: 'Lista de notificações' });

const expectUnread = (count: number) =>
  waitFor(() =>
    expect(bellButton()).toHaveAccessibleDescription(
      count === 0 ? '' : `${count} ${count === 1 ? 'nova' : 'novas'}`,
    ),
  );

const expectEntries = (entries: () => HTMLElement[], numbers: readonly number[]) =>
  waitFor(() =>
    expect(entries().map((entry) => /Recado \d+/.exec(entry.textContent ?? '')?.[0])).toEqual(
      numbers.map((number) => `Recado ${number}`),
    ),
  );

/** Closes the page but keeps local storage, so that a test can open the page again. */
function leavePage() {
  cleanup();
  disposePage();
  closeNotifications();
}

beforeEach(silenceRealtime);
afterEach(() => {
  cleanup();
  closeNotifications();
});

describe('the list of notifications', () => {
  it('is emptied at once, also when the server fails to mark them as read', async () => {
    const server = serveNotifications(3);
    const { person, list, entries } = await renderNotificationList();
    await expectEntries(entries, [3, 2, 1]);
    await expectUnread(3);
    server.failing = true;
    await person.click(buttonIn(list, 'Marcar todas como lidas'));
    expect(entries()).toHaveLength(0);
    expect(list).toHaveTextContent('Nada de novo por aqui');
    expect(listContent(list)).toHaveFocus();
    await expectUnread(0);
    await waitFor(() =>
      expect(requestsTo('POST /api/notifications/mark-as-read/:uid')).toHaveLength(1),
    );
    leavePage();
    await renderNotificationList();
    await expectUnread(3);
  });

  it('removes a notification at once and permanently, and the focus moves to the next one', async () => {
    serveNotifications(3);
    const { person, entries } = await renderNotificationList();
    await expectEntries(entries, [3, 2, 1]);
    const [, second] = entries();
    if (second) await person.click(buttonIn(second, REMOVE_LABEL));
    await expectEntries(entries, [3, 1]);
    await expectUnread(2);
    const [, next] = entries();
    expect(next && buttonIn(next, REMOVE_LABEL)).toHaveFocus();
    leavePage();
    const reopenedPage = await renderNotificationList();
    await expectEntries(reopenedPage.entries, [3, 1]);
    await expectUnread(2);
  });

  it('takes the focus when its last notification is removed', async () => {
    serveNotifications(1);
    const { person, list, entries } = await renderNotificationList();
    await expectEntries(entries, [1]);
    await person.click(buttonIn(list, REMOVE_LABEL));
    await expectEntries(entries, []);
    expect(listContent(list)).toHaveFocus();
  });

  it('shows notifications that were marked as read on request, also later', async () => {
    serveNotifications(2);
    const { person, list, entries } = await renderNotificationList();
    await expectEntries(entries, [2, 1]);
    expect(list.querySelectorAll('[data-unread]')).toHaveLength(2);
    await person.click(buttonIn(list, 'Marcar todas como lidas'));
    await person.click(await within(list).findByRole('button', { name: 'Ver anteriores' }));
    await expectEntries(entries, [2, 1]);
    expect(entries()[0]).toContainElement(document.activeElement as HTMLElement);
    expect(list.querySelectorAll('[data-unread]')).toHaveLength(0);
    leavePage();
    const reopenedPage = await renderNotificationList();
    await expectEntries(reopenedPage.entries, [2, 1]);
    await expectUnread(0);
  });

  it('shows why it could not be loaded, and loads on another attempt', async () => {
    serveNotifications(20);
    const refuseList = () => {
      throw apiError('invalid_parameter', 'Fora do ar.');
    };
    serveApi({ 'GET /api/notifications': refuseList });
    const { person, list, entries } = await renderNotificationList();
    expect(await within(list).findByRole('alert')).toHaveTextContent('Fora do ar.');
    await expectUnread(20);
    serveNotifications(20);
    await person.click(buttonIn(list, 'Tentar de novo'));
    await waitFor(() => expect(entries()).toHaveLength(20));
    expect(within(list).queryByRole('button', { name: 'Ver anteriores' })).toBeNull();
  });

  it('closes by Escape, and the focus returns to the bell', async () => {
    serveNotifications(1);
    const { person } = await renderNotificationList();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(queryDialog('Notificações')).toBeNull());
    await waitFor(() => expect(bellButton()).toHaveFocus());
  });
});
