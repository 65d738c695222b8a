import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import * as helpRoute from '../../app/routes/help.tsx';
import * as sellRoute from '../../app/routes/sell.tsx';
import { serveApi } from '../fakes/api-handlers.ts';
import { testInstallation } from '../fixtures/installation.ts';
import { renderRoutes } from '../fixtures/render-routes.tsx';

/** An installation with other numbers than the defaults. */
const helpRules = {
  teamEmail: 'equipe@guilda.example',
  feePercent: 12,
  paymentMinutes: 30,
  startHours: 96,
  clearingHours: 48,
  clearingHoursConfirmed: 5,
  disputeAnswerHours: 36,
  payoutProfileRestHours: 7,
  company: testInstallation.company,
};

const helpRoutes = {
  '/ajuda/:topic?': {
    ...helpRoute,
    ErrorBoundary: ({ error }: { error: unknown }) => <p>{JSON.stringify(error)}</p>,
  },
  '/vender': sellRoute,
};

function openHelpPage(address: string) {
  serveApi({ 'GET /api/house': () => helpRules });
  return renderRoutes(helpRoutes, { address });
}

describe('the page for sellers', () => {
  it('shows fee, payout and clearing times of the installation', async () => {
    openHelpPage('/vender');
    expect(await screen.findByRole('heading', { name: 'Taxa de 12%' })).toBeVisible();
    const main = screen.getByRole('main');
    for (const text of ['R$ 44,00', 'em 5 horas', 'em 2 dias', '36 horas', '7 horas'])
      expect(main.textContent?.replaceAll('\u00a0', ' ')).toContain(text);
    expect(screen.getByRole('heading', { name: '4 dias para começar' })).toBeVisible();
    expect(within(main).getByRole('link', { name: 'Adicionar serviço' })).toHaveAttribute(
      'href',
      '/vender?novo=servico',
    );
  });
});

describe('the help', () => {
  it.each([
    ['comprar', 'Como faço um pedido?', '30 minutos'],
    ['vender', 'Vendi. O que faço?', '4 dias'],
    ['dinheiro', 'Quanto a Guilda cobra?', '12%'],
    ['chamadas', 'Preciso de uma conta do Discord?', 'Discord'],
    ['seguranca', 'Como bloqueio uma pessoa?', 'Bloquear'],
  ])('has answers about %s', async (topic, question, text) => {
    openHelpPage(`/ajuda/${topic}`);
    const heading = await screen.findByRole('heading', { name: question });
    expect(within(heading).getByRole('link')).toHaveAttribute(
      'href',
      `/ajuda/${topic}#${heading.id.slice(0, -2)}`,
    );
    expect(screen.getByRole('main')).toHaveTextContent(text);
  });

  it('lists the questions of every topic with their addresses', async () => {
    openHelpPage('/ajuda');
    expect(await screen.findByRole('link', { name: 'Quanto a Guilda cobra?' })).toHaveAttribute(
      'href',
      '/ajuda/dinheiro#taxa',
    );
  });

  it('has no page for an unknown topic', async () => {
    openHelpPage('/ajuda/xadrez');
    expect(await screen.findByText(/404/)).toBeVisible();
  });
});
