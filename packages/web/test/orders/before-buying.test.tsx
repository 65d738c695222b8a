import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MoneyIsHeldNote } from '../../app/features/catalog/index.ts';
import { DiscordStep } from '../../app/features/discord/index.ts';
import {
  PendingOrderNote,
  ServiceBuyButton,
  SuccessPage,
} from '../../app/features/orders/index.ts';
import { serveApi } from '../fakes/api-handlers.ts';
import { buildOrder, buildUser, minutesAgo } from '../fixtures/builders.ts';
import { buildService } from '../fixtures/catalog-builders.ts';
import { serveOrders } from '../fixtures/orders.tsx';
import { renderPage } from '../fixtures/render-page.tsx';

const buyer = buildUser({ discordId: null });
const order = buildOrder({
  buyerId: buyer.uid,
  serviceStatus: 'awaiting_payment',
  startBy: null,
  expiresAt: minutesAgo(-60),
  checkoutUrl: 'http://localhost/sandbox/checkout/1',
});

describe('the page of a service', () => {
  const renderAction = (price: string) => {
    const service = { id: order.serviceId, price };
    return renderPage(
      <>
        <ServiceBuyButton service={service} />
        <PendingOrderNote service={service} />
      </>,
      { at: '/', as: buyer },
    );
  };

  it('continues the payment of an order that waits for it, and says until when', async () => {
    serveOrders(buyer, [order]);
    renderAction(order.price);
    const link = await screen.findByRole('link', { name: 'Continuar pagamento' });
    expect(link).toHaveAttribute('href', order.checkoutUrl);
    expect(screen.getByRole('status')).toHaveTextContent(
      new RegExp(`Seu pedido ${order.purchaseCode} espera o pagamento até`),
    );
  });

  it('sells anew at another price, and after the time to pay', async () => {
    const late = buildOrder({ ...order, id: buildOrder().id, expiresAt: minutesAgo(1) });
    serveOrders(buyer, [late]);
    renderAction('99.00');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Contratar' })).toBeVisible());
    expect(screen.queryByRole('link', { name: 'Continuar pagamento' })).toBeNull();
  });
});

describe('what happens to the money', () => {
  it('tells beside the buy button that a purchase can be undone', () => {
    renderPage(<MoneyIsHeldNote />, { at: '/' });
    expect(screen.getByText(/você desfaz a compra e recebe tudo de volta/)).toBeVisible();
  });
});

describe('the confirmation of a paid call', () => {
  it('has one next step, and asks for Discord until it is connected', async () => {
    const paid = {
      serviceStatus: 'awaiting_start',
      expiresAt: null,
      startBy: minutesAgo(-60),
    } as const;
    serveOrders(buyer, [{ ...order, ...paid, type: 'call', sellerName: 'CapivaraGG' }]);
    serveApi({
      'GET /api/services/:serviceId': () => ({ service: buildService(), usualStartMs: null }),
    });
    renderPage(<SuccessPage />, { at: `/success?payment=${order.id}`, as: buyer });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Pagamento confirmado.' }),
    ).toBeVisible();
    expect(
      screen.getByRole('link', { name: 'Conversar com CapivaraGG para marcar' }),
    ).toBeVisible();
    expect(screen.getAllByRole('link', { name: /^Conversar/ })).toHaveLength(1);
    const step = screen.getByText(/Falta conectar o Discord/).closest('div') as HTMLElement;
    expect(within(step).getByRole('button', { name: 'Conectar Discord' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'desfazer a compra' })).toHaveAttribute(
      'href',
      expect.stringContaining('acao=reembolsar'),
    );
  });
});

describe('the step for Discord', () => {
  it('is only for signed-in people without an account there', async () => {
    serveApi({});
    const text = 'Conecte seu Discord.';
    const linked = renderPage(<DiscordStep text={text} />, {
      at: '/',
      as: buildUser({ discordId: '42' }),
    });
    expect(screen.queryByText(text)).toBeNull();
    linked.unmount();
    renderPage(<DiscordStep text={text} />, { at: '/', as: buyer });
    expect(await screen.findByText(text)).toBeVisible();
  });
});
