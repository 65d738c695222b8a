import type { AdminChargeback } from '@guilda/contract/orders/chargebacks';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AdminPage } from '../../app/features/admin/index.ts';
import { serveApi } from '../fakes/api-handlers.ts';
import { buildChargeback } from '../fixtures/admin-builders.ts';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { serveQueue } from '../fixtures/serve-queue.ts';

const admin = buildUser({ role: 'admin', displayName: 'Da Equipe' });

function openChargeback(chargeback: AdminChargeback) {
  serveQueue([]);
  serveApi({ 'GET /api/admin/chargebacks/:id': () => ({ chargeback }) });
  return renderPage(<AdminPage uid={admin.uid} />, {
    address: `/admin?contestacao=${chargeback.id}`,
    signedInAs: admin,
  });
}

describe('a chargeback in the queue', () => {
  it('shows amount, people, deadline and debt, and a link to the page where it is answered', async () => {
    openChargeback(buildChargeback({ evidenceBy: '2031-05-20T15:00:00.000Z' }));
    expect(await screen.findByText('Contestação do Pix (MED)')).toBeVisible();
    expect(screen.getByText('O banco ainda não decidiu')).toBeVisible();
    expect(screen.getByText(/20\/05\/2031/)).toBeVisible();
    expect(screen.getByText('R$ 30,00')).toBeVisible();
    expect(screen.getByText('Ana Compra')).toBeVisible();
    expect(screen.getByText('Rui Vende')).toBeVisible();
    expect(screen.getByText(/Responda no painel do provedor/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ver o pedido' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Baixar provas' })).toBeVisible();
  });

  it('says when it has no deadline, needs no action, or moved no money', async () => {
    openChargeback(buildChargeback({ status: 'won', evidenceBy: null, reversed: '0.00' }));
    expect(await screen.findByText('Decidida para quem vendeu')).toBeVisible();
    expect(screen.getByText('Não houve prazo')).toBeVisible();
    expect(screen.getByText(/Não há nada a fazer/)).toBeVisible();
    expect(screen.getByText(/já tinha voltado antes/)).toBeVisible();
  });
});
