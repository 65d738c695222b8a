import { ApiError } from '@guilda/contract/api-error';
import type { Payment, ServiceStatus } from '@guilda/contract/orders/orders';
import { expect, test } from 'vitest';
import { type CheckoutClientDeps, checkOut } from './checkout.ts';
import { finishAttempt } from './checkout-attempt.ts';

const checkoutItem = { id: 'service', price: '45.00' };

interface TestOrder {
  id: string;
  serviceStatus: ServiceStatus;
  price: string;
}

/** A fake server that finds orders by idempotency key. */
function fakeServer(price = '45.00') {
  const storedEntries = new Map<string, string>();
  const orders = new Map<string, TestOrder>();
  const failures: unknown[] = [];
  let keyCount = 0;
  const deps: CheckoutClientDeps = {
    store: {
      getItem: (name) => storedEntries.get(name) ?? null,
      setItem: (name, value) => void storedEntries.set(name, value),
      removeItem: (name) => void storedEntries.delete(name),
    },
    runExclusively: (work) => work(),
    newKey: () => `key-${++keyCount}`,
    checkout: async ({ idempotencyKey = '' }) => {
      const isFree = price === '0.00';
      const order = orders.get(idempotencyKey) ?? {
        id: `order-${orders.size + 1}`,
        serviceStatus: isFree ? 'awaiting_start' : 'awaiting_payment',
        price,
      };
      orders.set(idempotencyKey, order);
      const failure = failures.shift();
      if (failure) throw failure;
      const payment = { ...order, serviceId: checkoutItem.id } as Payment;
      return { payment, checkoutUrl: isFree ? null : `https://pay.example/${order.id}` };
    },
  };
  return { deps, orders, storedEntries, failures };
}

test('two concurrent checkouts lead to one order and one payment page', async () => {
  const { deps, orders } = fakeServer();
  const [one, two] = await Promise.all([
    checkOut(deps, checkoutItem),
    checkOut(deps, checkoutItem),
  ]);
  expect(one).toEqual({ kind: 'pay', checkoutUrl: 'https://pay.example/order-1' });
  expect(two).toEqual(one);
  expect(orders.size).toBe(1);
});

test('a checkout whose answer was lost is retried with the same key', async () => {
  const { deps, orders, failures } = fakeServer();
  failures.push(new Error('network'));
  await expect(checkOut(deps, checkoutItem)).rejects.toThrow('network');
  await checkOut(deps, checkoutItem);
  expect(orders.size).toBe(1);
});

test('a free service needs no payment', async () => {
  const { deps } = fakeServer('0.00');
  const nextStep = await checkOut(deps, { id: 'service', price: '0.00' });
  expect(nextStep).toEqual({ kind: 'done', paymentId: 'order-1' });
});

test('an order that was paid meanwhile is shown and not bought again', async () => {
  const { deps, orders } = fakeServer();
  await checkOut(deps, checkoutItem);
  for (const order of orders.values()) order.serviceStatus = 'awaiting_start';
  expect(await checkOut(deps, checkoutItem)).toEqual({ kind: 'done', paymentId: 'order-1' });
});

test.each(['cancelled', 'refunded', 'complete'] as const)(
  'the key of a %s order is replaced by a new one',
  async (serviceStatus) => {
    const { deps, orders } = fakeServer();
    await checkOut(deps, checkoutItem);
    for (const order of orders.values()) order.serviceStatus = serviceStatus;
    const result = await checkOut(deps, checkoutItem);
    expect(result).toEqual({ kind: 'pay', checkoutUrl: 'https://pay.example/order-2' });
  },
);

test('an unpaid order with another price than the one shown is not continued', async () => {
  const { deps, orders } = fakeServer();
  await checkOut(deps, checkoutItem);
  for (const order of orders.values()) order.price = '60.00';
  expect(await checkOut(deps, checkoutItem)).toMatchObject({
    checkoutUrl: 'https://pay.example/order-2',
  });
});

test('an order with another price than the one shown is paid only after the buyer has seen it', async () => {
  const { deps } = fakeServer('60.00');
  const step = await checkOut(deps, checkoutItem);
  expect(step).toEqual({ kind: 'confirm_price', price: '60.00' });
  expect(await checkOut(deps, { ...checkoutItem, price: '60.00' })).toEqual({
    kind: 'pay',
    checkoutUrl: 'https://pay.example/order-1',
  });
});

test('a refusal deletes the attempt, an outage keeps it', async () => {
  const { deps, storedEntries, failures } = fakeServer();
  failures.push(new ApiError(503, { message: 'Indisponível' }));
  await expect(checkOut(deps, checkoutItem)).rejects.toThrow('Indisponível');
  expect(storedEntries.size).toBe(1);
  failures.push(new ApiError(409, { message: 'Fora do ar' }));
  await expect(checkOut(deps, checkoutItem)).rejects.toThrow('Fora do ar');
  expect(storedEntries.size).toBe(0);
});

test('only its own paid order finishes an attempt', async () => {
  const { deps, storedEntries } = fakeServer();
  await checkOut(deps, checkoutItem);
  const order = { serviceId: 'service', serviceStatus: 'awaiting_start' } as const;
  finishAttempt(deps.store, { ...order, id: 'another' });
  finishAttempt(deps.store, { ...order, id: 'order-1', serviceStatus: 'awaiting_payment' });
  expect(storedEntries.size).toBe(1);
  finishAttempt(deps.store, { ...order, id: 'order-1' });
  expect(storedEntries.size).toBe(0);
});
