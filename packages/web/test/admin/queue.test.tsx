import type { ModerationCase } from '@guilda/contract/moderation/moderation-case';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { AdminPage } from '../../app/features/admin/index.ts';
import { requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildCase } from '../fixtures/admin-builders.ts';
import { buildUser } from '../fixtures/builders.ts';
import { disposePage, renderPage } from '../fixtures/render-page.tsx';
import { findDialog, findToast, queryDialog } from '../fixtures/screen.ts';
import { serveQueue } from '../fixtures/serve-queue.ts';

const admin = buildUser({ role: 'admin', displayName: 'Da Equipe' });

const openQueue = (address: string, cases: ModerationCase[]) => {
  // In jsdom `offsetParent` is always null, so `PaneHead` would regard every focused element as hidden and focus the
  // title of the open item.
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
  serveQueue(cases);
  return renderPage(<AdminPage uid={admin.uid} />, { address, signedInAs: admin });
};

const queueRow = (code: string) =>
  within(screen.getByRole('list', { name: 'Fila' })).getByRole('link', { name: new RegExp(code) });

const findTitle = (name: string) => screen.findByRole('heading', { level: 2, name });

describe('the keys of the moderation queue', () => {
  const firstCase = buildCase({ code: 'DEN-0001', title: 'Grita um' });
  const secondCase = buildCase({ code: 'DEN-0002', title: 'Grita dois' });

  it('move between rows, and move the focus to the title of the open case', async () => {
    const { person } = openQueue('/admin', [firstCase, secondCase]);
    await findTitle('Grita um');
    await person.keyboard('j');
    expect(queueRow('DEN-0002')).toHaveFocus();
    await findTitle('Grita dois');
    await person.keyboard('k');
    expect(queueRow('DEN-0001')).toHaveFocus();
    const title = await findTitle('Grita um');
    await person.keyboard('{Enter}');
    await waitFor(() => expect(title).toHaveFocus());
  });

  it('move by two rows when pressed twice before the page has changed', async () => {
    const thirdCase = buildCase({ code: 'DEN-0003', title: 'Grita três' });
    openQueue('/admin', [firstCase, secondCase, thirdCase]);
    await findTitle('Grita um');
    await act(async () => {
      fireEvent.keyDown(document.body, { key: 'j' });
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'j' });
    });
    expect(queueRow('DEN-0003')).toHaveFocus();
    await findTitle('Grita três');
  });

  it('move the focus to the title of a case that is still loading, once it is loaded', async () => {
    let finishLoading = () => {};
    const caseGate = new Promise<void>((resolve) => {
      finishLoading = resolve;
    });
    const { person } = openQueue('/admin', [firstCase, secondCase]);
    await findTitle('Grita um');
    serveApi({
      [`GET /api/admin/cases/${secondCase.id}`]: async () => {
        await caseGate;
        return { case: secondCase };
      },
    });
    await person.keyboard('j{Enter}');
    expect(queueRow('DEN-0002')).toHaveFocus();
    finishLoading();
    const title = await findTitle('Grita dois');
    await waitFor(() => expect(title).toHaveFocus());
  });

  it('open the list of keys, which returns the focus, and move the focus to the filters', async () => {
    const { person } = openQueue(`/admin?ver=resolvidos&caso=${firstCase.id}`, [
      { ...firstCase, state: 'closed', outcome: 'dismissed' },
    ]);
    const title = await findTitle('Grita um');
    await person.click(queueRow('DEN-0001'));
    await person.keyboard('{Enter}');
    await waitFor(() => expect(title).toHaveFocus());
    await person.keyboard('?');
    await findDialog('Teclas da fila');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(queryDialog('Teclas da fila')).toBeNull());
    await waitFor(() => expect(title).toHaveFocus());
    await person.keyboard('/');
    expect(screen.getByRole('link', { name: 'Resolvidos' })).toHaveFocus();
  });

  it('can be switched off if they are single characters, and stay switched off', async () => {
    const { person, unmount } = openQueue('/admin', [firstCase, secondCase]);
    await findTitle('Grita um');
    await person.keyboard('?');
    const help = await findDialog('Teclas da fila');
    await person.click(within(help).getByLabelText('Usar teclas de um caractere só'));
    await person.keyboard('{Escape}');
    await waitFor(() => expect(queryDialog('Teclas da fila')).toBeNull());
    await person.keyboard('?');
    expect(queryDialog('Teclas da fila')).toBeNull();
    unmount();
    disposePage();
    const reopenedQueue = openQueue('/admin', [firstCase, secondCase]);
    await findTitle('Grita um');
    queueRow('DEN-0001').focus();
    await reopenedQueue.person.keyboard('j');
    expect(queueRow('DEN-0001')).toHaveFocus();
    await reopenedQueue.person.keyboard('{ArrowDown}');
    expect(queueRow('DEN-0002')).toHaveFocus();
  });
});

describe('the moderation queue', () => {
  it('shows the whole title of a report that names two orders', async () => {
    const title = 'Paguei GLD-AAAA11 e GLD-BBBB22, e ninguém veio';
    openQueue('/admin', [buildCase({ code: 'DEN-0001', title })]);
    await findTitle(title);
    expect(queueRow('DEN-0001')).toHaveTextContent(title);
  });

  it('shows the number of an order once, and every code to screen readers', async () => {
    openQueue('/admin', [
      buildCase({ code: 'DIS-AAAA11', title: 'Disputa do pedido GLD-AAAA11' }),
      buildCase({ code: 'SUP-0006', title: 'Suporte GLD-BBBB22' }),
    ]);
    await findTitle('Disputa do pedido GLD-AAAA11');
    expect(within(queueRow('DIS-AAAA11')).getByText('DIS-AAAA11')).toHaveClass('srOnly');
    expect(within(queueRow('SUP-0006')).getByText('SUP-0006')).not.toHaveClass('srOnly');
  });

  it('says that no item of a kind was resolved', async () => {
    openQueue('/admin?tipo=reembolsos&ver=resolvidos', []);
    expect(await screen.findByText('Nenhum reembolso resolvido pela equipe.')).toBeVisible();
  });

  it('decides several cases with one decision', async () => {
    const cases = ['DEN-0001', 'DEN-0002'].map((code) => buildCase({ code }));
    const { person } = openQueue('/admin?tipo=denuncias', cases);
    serveApi({
      'POST /api/admin/cases/decisions': () => {
        const results = cases.map(({ id }) => ({ id, ok: true, code: null }));
        for (const closedCase of cases)
          Object.assign(closedCase, { state: 'closed', outcome: 'dismissed' });
        return { results };
      },
    });
    for (const { code } of cases)
      await person.click(await screen.findByRole('checkbox', { name: `Escolher ${code}` }));
    expect(screen.getByText('2 escolhidos')).toBeVisible();
    await findTitle('2 denúncias');
    await person.click(screen.getByText('Não procede', { exact: true }));
    const reason = 'Não encontramos nada contra as regras.';
    await person.click(screen.getByLabelText('Motivo'));
    await person.paste(reason);
    await person.click(screen.getByRole('button', { name: 'Decidir todos' }));
    await findToast('2 casos decididos');
    expect(requestsTo('POST /api/admin/cases/decisions').map(({ body }) => body)).toEqual([
      { ids: cases.map(({ id }) => id), outcome: 'dismissed', reason, actions: [] },
    ]);
    const queue = within(screen.getByRole('main'));
    await waitFor(() => expect(queue.queryByTestId('queue-items')).not.toBeInTheDocument());
    expect(queue.getByText('Nenhuma denúncia à espera.')).toBeVisible();
  });
});

it.each([
  ['/admin', '3'],
  ['/admin?ver=meus', ''],
  ['/admin?ver=resolvidos', ''],
])('the filters of %s show the open withdrawals as "%s"', async (address, count) => {
  serveApi({
    'GET /api/admin/queue': () => ({
      ...{ items: [], open: { withdrawal: 3 }, urgent: 0, nextCursor: null },
    }),
  });
  renderPage(<AdminPage uid={admin.uid} />, { address, signedInAs: admin });
  const filters = await screen.findByRole('navigation', { name: 'Filtros da fila' });
  await within(filters).findByRole('link', { name: /^Abertos.*3/ });
  const link = within(filters).getByRole('link', { name: /^Saques/ });
  expect(link.textContent?.replace(/\D/g, '')).toBe(count);
});
