import type { Service } from '@guilda/contract/services/catalog';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MoneyIsHeldNote } from '../../app/features/catalog/index.ts';
import { ConnectDiscordHint } from '../../app/features/discord/index.ts';
// The module is loaded in advance, because compiling it takes longer than a test waits.
import '../../app/features/orders/checkout/connect-discord-first-dialog.tsx';
import {
  rememberInterruptedPurchase,
  takeInterruptedPurchase,
} from '../../app/features/orders/checkout/interrupted-purchase.ts';
import {
  BuyButton,
  PendingOrderNote,
  ServiceBuyButton,
  SuccessPage,
} from '../../app/features/orders/index.ts';
import { updateServerTimeOffset } from '../../app/lib/format/server-time.ts';
import { useSession } from '../../app/lib/session/session.ts';
import { FakeResponse, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildId, buildOrder, buildUser, minutesAgo } from '../fixtures/builders.ts';
import { buildService } from '../fixtures/catalog-builders.ts';
import { serveOrders } from '../fixtures/orders.tsx';
import { renderPage } from '../fixtures/render-page.tsx';
import { buttonIn, findToast } from '../fixtures/screen.ts';

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
    const service = { id: order.serviceId, price, type: 'call' as const };
    return renderPage(
      <>
        <ServiceBuyButton service={service} />
        <PendingOrderNote service={service} />
      </>,
      { address: '/', signedInAs: buyer },
    );
  };

  it('offers to continue the payment of an unpaid order, and says until when', async () => {
    serveOrders(buyer, [order]);
    renderAction(order.price);
    const link = await screen.findByRole('link', { name: 'Continuar pagamento' });
    expect(link).toHaveAttribute('href', order.checkoutUrl);
    expect(screen.getByRole('status')).toHaveTextContent(
      new RegExp(`Seu pedido ${order.purchaseCode} espera o pagamento até`),
    );
  });

  it('shows a price that has changed before anything is paid', async () => {
    serveOrders(buyer, []);
    const keys = new Set<string | null>();
    serveApi({
      'POST /api/payments/checkout': ({ headers }) => {
        keys.add(headers.get('idempotency-key'));
        return { payment: { ...order, price: '60.00' }, checkoutUrl: '#pay' };
      },
    });
    const { person } = renderAction(order.price);
    await person.click(await screen.findByRole('button', { name: 'Contratar' }));
    await person.click(await screen.findByRole('button', { name: 'Contratar sem conectar' }));
    expect(await findToast('O preço mudou')).toHaveTextContent('Agora é R$ 60,00.');
    expect(window.location.hash).toBe('');
    await person.click(screen.getByRole('button', { name: 'Contratar' }));
    await person.click(await screen.findByRole('button', { name: 'Contratar sem conectar' }));
    await waitFor(() => expect(window.location.hash).toBe('#pay'));
    expect([...keys]).toEqual([expect.any(String)]);
  });

  it('tells the server what the buyer has seen, and buys a changed service at the next press', async () => {
    serveOrders(buyer, []);
    const seenOffers: unknown[] = [];
    serveApi({
      'POST /api/payments/checkout': ({ body }) => {
        seenOffers.push(Reflect.get(Object(body), 'seen'));
        if (seenOffers.length > 1) return { payment: order, checkoutUrl: '#paid-as-it-is' };
        const error = 'Quem vende mudou este serviço. Confira e aperte Contratar de novo.';
        return new FakeResponse(409, { error, message: error, code: 'service_changed' });
      },
    });
    const service = buildService({ id: order.serviceId, price: order.price, type: 'media' });
    const { person } = renderPage(<BuyButton service={service} />, { signedInAs: buyer });
    const button = await screen.findByRole('button', { name: 'Contratar' });
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
    await person.click(button);
    expect(await findToast('O serviço mudou')).toHaveTextContent('Quem vende mudou este serviço.');
    await person.click(button);
    await waitFor(() => expect(window.location.hash).toBe('#paid-as-it-is'));
    const { title, description, archives } = service;
    expect(seenOffers).toEqual([{ title, description, archives }, undefined]);
  });

  it('measures the time to pay by the clock of the server', async () => {
    updateServerTimeOffset(minutesAgo(120), Date.now());
    onTestFinished(() => updateServerTimeOffset(new Date().toISOString(), Date.now()));
    serveOrders(buyer, [{ ...order, expiresAt: minutesAgo(60) }]);
    renderAction(order.price);
    expect(await screen.findByRole('link', { name: 'Continuar pagamento' })).toBeVisible();
  });

  it('offers a new order as soon as the time to pay is over', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    serveOrders(buyer, [{ ...order, expiresAt: minutesAgo(-2) }]);
    renderAction(order.price);
    await screen.findByRole('link', { name: 'Continuar pagamento' });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await screen.findByRole('button', { name: 'Contratar' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Continuar pagamento' })).toBeNull();
  });

  it('offers a new order when the price has changed, and after the time to pay', async () => {
    const expiredOrder = buildOrder({ ...order, id: buildOrder().id, expiresAt: minutesAgo(1) });
    serveOrders(buyer, [expiredOrder]);
    renderAction('99.00');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Contratar' })).toBeVisible());
    expect(screen.queryByRole('link', { name: 'Continuar pagamento' })).toBeNull();
  });
});

describe('buying a call without Discord', () => {
  const freeOrder = buildOrder({ price: '0.00' });
  const renderButton = async (options: { type?: Service['type']; calls?: boolean } = {}) => {
    const { type = 'call', calls } = options;
    serveApi({
      'POST /api/payments/checkout': () =>
        new FakeResponse(201, { payment: freeOrder, checkoutUrl: null }),
      'GET /api/discord/authorize': () => new Promise(() => undefined),
    });
    const page = renderPage(<BuyButton service={{ id: buildId(), price: '0.00', type }} />, {
      signedInAs: buyer,
      ...(calls === undefined ? {} : { calls }),
    });
    const button = await screen.findByRole('button', { name: 'Contratar' });
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
    await page.person.click(button);
    return page;
  };

  it('asks for Discord first, and continues without it on request', async () => {
    const { person, router } = await renderButton();
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Conectar o Discord antes?',
    });
    expect(requestsTo('POST /api/payments/checkout')).toHaveLength(0);
    await person.click(buttonIn(dialog, 'Contratar sem conectar'));
    await waitFor(() => expect(router.state.location.search).toBe(`?payment=${freeOrder.id}`));
    expect(requestsTo('POST /api/payments/checkout')).toHaveLength(1);
  });

  it('is remembered when a visitor is sent to the sign-in', async () => {
    const service = { id: buildId(), price: '0.00', type: 'call' } as const;
    const { person } = renderPage(<BuyButton service={service} />);
    const button = await screen.findByRole('button', { name: 'Contratar' });
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
    await person.click(button);
    expect(await screen.findByText('page /login')).toBeVisible();
    expect(takeInterruptedPurchase(buildId())).toBe(false);
    expect(takeInterruptedPurchase(service.id)).toBe(true);
  });

  it('asks a person who comes back from the sign-in at once, and only once', async () => {
    const service = { id: buildId(), price: '0.00', type: 'call' } as const;
    rememberInterruptedPurchase(service.id);
    renderPage(<BuyButton service={service} />, { signedInAs: buyer });
    expect(await screen.findByRole('alertdialog')).toBeVisible();
    expect(takeInterruptedPurchase(service.id)).toBe(false);
    expect(requestsTo('POST /api/payments/checkout')).toHaveLength(0);
  });

  it('offers to connect the account first, and places no order', async () => {
    const { person } = await renderButton();
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Conectar o Discord antes?',
    });
    await person.click(buttonIn(dialog, 'Conectar Discord'));
    await waitFor(() => expect(requestsTo('GET /api/discord/authorize')).toHaveLength(1));
    expect(requestsTo('POST /api/payments/checkout')).toHaveLength(0);
  });

  it.each([{ type: 'media' }, { calls: false }] as const)(
    'places the order at once where no account is needed: %o',
    async (buttonOptions) => {
      const { router } = await renderButton(buttonOptions);
      await waitFor(() => expect(router.state.location.pathname).toBe('/success'));
    },
  );
});

describe('buying before the session is loaded', () => {
  it('does nothing', async () => {
    const { person } = renderPage(<BuyButton service={buildService({ type: 'media' })} />);
    const button = await screen.findByRole('button', { name: 'Contratar' });
    await act(async () => useSession.setState({ ready: false }));
    await person.click(button);
    expect(screen.getByRole('button', { name: 'Contratar' })).not.toHaveAttribute(
      'aria-busy',
      'true',
    );
    await act(async () => useSession.setState({ ready: true }));
    await person.click(button);
    expect(await screen.findByText('page /login')).toBeVisible();
  });
});

describe('the text about the money', () => {
  it('says beside the buy button that a purchase can be undone', () => {
    renderPage(<MoneyIsHeldNote />, { address: '/' });
    expect(screen.getByText(/você desfaz a compra e recebe tudo de volta/)).toBeVisible();
  });
});

describe('the confirmation of a paid call', () => {
  it('shows one next step, and asks for Discord until it is connected', async () => {
    const paidFields = {
      serviceStatus: 'awaiting_start',
      expiresAt: null,
      startBy: minutesAgo(-60),
    } as const;
    serveOrders(buyer, [{ ...order, ...paidFields, type: 'call', sellerName: 'CapivaraGG' }]);
    serveApi({
      'GET /api/services/:serviceId': () => ({ service: buildService(), usualStartMs: null }),
    });
    renderPage(<SuccessPage />, { address: `/success?payment=${order.id}`, signedInAs: buyer });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Pagamento confirmado.' }),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Combinar com CapivaraGG' })).toBeVisible();
    expect(screen.getAllByRole('link', { name: /^(Combinar|Conversar)/ })).toHaveLength(1);
    const step = screen.getByText(/Falta conectar o Discord/).closest('div') as HTMLElement;
    expect(within(step).getByRole('button', { name: 'Conectar Discord' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'desfazer a compra' })).toHaveAttribute(
      'href',
      expect.stringContaining('acao=reembolsar'),
    );
  });
});

describe('the step for Discord', () => {
  it('is shown only to signed-in people without an account there', async () => {
    serveApi({});
    const text = 'Conecte seu Discord.';
    const pageOfLinkedPerson = renderPage(<ConnectDiscordHint text={text} />, {
      address: '/',
      signedInAs: buildUser({ discordId: '42' }),
    });
    expect(screen.queryByText(text)).toBeNull();
    pageOfLinkedPerson.unmount();
    renderPage(<ConnectDiscordHint text={text} />, { address: '/', signedInAs: buyer });
    expect(await screen.findByText(text)).toBeVisible();
  });
});
