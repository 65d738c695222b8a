import type { AdminDispute } from '@guilda/contract/orders/dispute-endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AdminPage } from '../../app/features/admin/index.ts';
import { apiError, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import {
  buildAdminDispute,
  buildDispute,
  buildDisputeItem,
  contestedFields,
  resolvedFields,
} from '../fixtures/dispute-builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { findToast } from '../fixtures/screen.ts';

const admin = buildUser({ role: 'admin', displayName: 'Da Equipe' });
const DECIDE_REQUEST = 'POST /api/admin/disputes/:id/decision';
const decisionReason = 'Vimos a conversa.';

/** Opens the team's queue with these disputes; resolved ones are closed items. */
function openQueue(disputes: AdminDispute[], query = '?tipo=disputas') {
  const change = (id: string, changes: Partial<AdminDispute>) => {
    const dispute = disputes.find((storedDispute) => storedDispute.id === id);
    if (!dispute) throw apiError('dispute_not_found');
    return Object.assign(dispute, changes);
  };
  serveApi({
    'GET /api/admin/queue': ({ query: requestQuery }) => {
      const isClosed = requestQuery.get('state') === 'closed';
      const matchingDisputes = disputes.filter(({ state }) => (state === 'resolved') === isClosed);
      return {
        items: matchingDisputes.map(buildDisputeItem),
        open: { dispute: matchingDisputes.length },
        urgent: 0,
        nextCursor: null,
      };
    },
    'GET /api/admin/disputes/:id': ({ path }) => ({
      dispute: { ...change(path.split('/').at(-1) ?? '', {}) },
    }),
  });
  return {
    ...renderPage(<AdminPage uid={admin.uid} />, { address: `/admin${query}`, signedInAs: admin }),
    change,
  };
}

const findDecisionRegion = () => screen.findByRole('region', { name: 'Decisão' });
const radioLabelled = (label: RegExp) => screen.getByRole('radio', { name: label });
const getButton = (name: string) => screen.getByRole('button', { name });

describe('a dispute in the moderation queue', () => {
  it('has a filter, a row with its price, and a detail view with both sides', async () => {
    openQueue([
      buildAdminDispute({
        ...buildDispute(contestedFields('20.00')),
        packOpened: true,
        contestedAmount: '5.00',
      }),
    ]);
    await findDecisionRegion();
    expect(screen.getByRole('link', { name: /^Disputas/ })).toHaveAttribute('aria-current');
    const queueLink = screen.getByRole('link', { name: /DIS-BCDFGH/ });
    expect(queueLink).toHaveTextContent('R$ 45,00');
    expect(screen.queryByRole('checkbox')).toBeNull();
    const disputeArticle = screen.getByRole('article');
    for (const text of [
      'Relato de Compra Tudo',
      'Não recebi o que comprei',
      'Ninguém apareceu na hora combinada.',
      'Resposta de Vende Com Calma',
      'Eu esperei meia hora na sala.',
      'Proposta: devolver R$ 20,00 de R$ 45,00',
      'Quem comprou já abriu',
      'R$ 5,00. A decisão divide só o resto.',
      'Quem vendeu fica com R$ 36,00, já sem a taxa',
      'GLD-BCDFGH',
    ])
      expect(disputeArticle).toHaveTextContent(text);
    expect(within(disputeArticle).getByRole('link', { name: 'Vende Com Calma' })).toHaveAttribute(
      'href',
      '/user/Vende_Com_Calma',
    );
  });

  it('says that the seller has not answered yet', async () => {
    openQueue([buildAdminDispute(buildDispute())]);
    expect(await screen.findByText(/^Ainda não respondeu\. O prazo é/)).toBeVisible();
  });

  it('shows that a dispute could not be loaded', async () => {
    const { person } = openQueue([], '?disputa=gone');
    await person.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('Disputa não encontrada.')).toBeVisible();
  });
});

describe('the decision about a dispute', () => {
  it('needs an outcome and a reason, and an amount for a partial refund', async () => {
    const { person } = openQueue([buildAdminDispute()]);
    const form = within(await findDecisionRegion());
    await person.click(getButton('Decidir'));
    expect(await form.findByText('Escolha como termina.')).toBeVisible();
    expect(form.getByText('Motivo obrigatório')).toBeVisible();
    await person.click(radioLabelled(/^Devolver uma parte/));
    await person.type(form.getByLabelText(/^Quanto volta/), '45');
    await person.click(getButton('Decidir'));
    expect(await form.findByText('O valor devolvido precisa ser menor que o preço.')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(requestsTo(DECIDE_REQUEST)).toHaveLength(0);
  });

  it('says what both people get, is confirmed and sent once, and opens the next dispute', async () => {
    const [first, next] = [buildAdminDispute(), buildAdminDispute({ purchaseCode: 'GLD-ZZZZZZ' })];
    const { person, change } = openQueue([first, next]);
    serveApi({
      [DECIDE_REQUEST]: () => ({
        dispute: change(first.id, resolvedFields('partly_refunded', '15.00', decisionReason)),
      }),
    });
    const form = within(await findDecisionRegion());
    expect(radioLabelled(/^Liberar para quem vendeu.*R\$ 40,50, já sem a taxa/)).toBeVisible();
    expect(radioLabelled(/^Devolver tudo.*recebe R\$ 45,00/)).toBeVisible();
    await person.click(radioLabelled(/^Devolver uma parte/));
    await person.type(form.getByLabelText(/^Quanto volta/), '15');
    expect(radioLabelled(/^Devolver uma parte.*recebe R\$ 15,00.*R\$ 27,00/)).toBeVisible();
    await person.type(form.getByLabelText('Motivo'), decisionReason);
    await person.click(getButton('Decidir'));
    const alert = await screen.findByRole('alertdialog', { name: 'Devolver uma parte?' });
    expect(alert).toHaveTextContent('quem vendeu fica com R$ 27,00');
    expect(requestsTo(DECIDE_REQUEST)).toHaveLength(0);
    await person.dblClick(within(alert).getByRole('button', { name: 'Decidir' }));
    await findToast('DIS-BCDFGH: devolver uma parte');
    expect(requestsTo(DECIDE_REQUEST).map(({ body }) => body)).toEqual([
      { outcome: 'partly_refunded', refundAmount: '15.00', reason: decisionReason },
    ]);
    await waitFor(() => expect(window.location.search).toContain(`disputa=${next.id}`));
  });

  it('stays while it is being written and another dispute is opened', async () => {
    const [first, next] = [buildAdminDispute(), buildAdminDispute({ purchaseCode: 'GLD-ZZZZZZ' })];
    const { person } = openQueue([first, next]);
    const openDispute = async (code: string) => {
      const queueList = within(screen.getByRole('list', { name: 'Fila' }));
      await person.click(queueList.getByRole('link', { name: new RegExp(code) }));
      expect(await screen.findByRole('article')).toHaveTextContent(code);
      return within(await findDecisionRegion());
    };
    const form = within(await findDecisionRegion());
    await person.click(radioLabelled(/^Devolver uma parte/));
    await person.type(form.getByLabelText(/^Quanto volta/), '15');
    await person.type(form.getByLabelText('Motivo'), decisionReason);
    const otherForm = await openDispute('DIS-ZZZZZZ');
    expect(otherForm.getByLabelText('Motivo')).toHaveValue('');
    expect(otherForm.queryByRole('radio', { checked: true })).toBeNull();
    const reopenedForm = await openDispute('DIS-BCDFGH');
    expect(radioLabelled(/^Devolver uma parte/)).toBeChecked();
    expect(reopenedForm.getByLabelText(/^Quanto volta/)).toHaveValue('15');
    expect(reopenedForm.getByLabelText('Motivo')).toHaveValue(decisionReason);
  });

  it('shows the decision of another administrator who was faster', async () => {
    const dispute = buildAdminDispute();
    const { person, change } = openQueue([dispute]);
    serveApi({
      [DECIDE_REQUEST]: () => {
        change(dispute.id, resolvedFields('released', '0.00', 'Tudo foi entregue.'));
        throw apiError('dispute_resolved');
      },
    });
    const form = within(await findDecisionRegion());
    await person.click(radioLabelled(/^Devolver tudo/));
    await person.type(form.getByLabelText('Motivo'), decisionReason);
    await person.click(getButton('Decidir'));
    const alert = await screen.findByRole('alertdialog', { name: 'Devolver tudo?' });
    await person.click(within(alert).getByRole('button', { name: 'Decidir' }));
    await findToast('Alguém da equipe decidiu antes');
    const outcomeRegion = await screen.findByRole('region', { name: 'Como terminou' });
    expect(outcomeRegion).toHaveTextContent('Liberado para quem vendeu');
    expect(outcomeRegion).toHaveTextContent('Tudo foi entregue.');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is not offered to a party of the order', async () => {
    const dispute = buildAdminDispute();
    openQueue([{ ...dispute, seller: { ...dispute.seller, uid: admin.uid } }]);
    expect(await findDecisionRegion()).toHaveTextContent('Outra pessoa da equipe precisa decidir.');
    expect(screen.queryByRole('radio')).toBeNull();
  });
});
