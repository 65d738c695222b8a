import { ApiError } from '@guilda/contract/api-error';
import type { Payment, ServiceStatus } from '@guilda/contract/orders';
import { expect, test } from 'vitest';
import { type BuyDeps, buy } from './buy.ts';
import { endIntention } from './intention.ts';

const wanted = { id: 'service', price: '45.00' };

interface Order {
  id: string;
  serviceStatus: ServiceStatus;
  price: string;
}

/** A shop that knows orders by their key, as the server does. */
function shop(price = '45.00') {
  const kept = new Map<string, string>();
  const orders = new Map<string, Order>();
  const failures: unknown[] = [];
  let keys = 0;
  const deps: BuyDeps = {
    store: {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, value) => void kept.set(name, value),
      removeItem: (name) => void kept.delete(name),
    },
    exclusively: (work) => work(),
    newKey: () => `key-${++keys}`,
    checkout: async ({ idempotencyKey = '' }) => {
      const free = price === '0.00';
      const order = orders.get(idempotencyKey) ?? {
        id: `order-${orders.size + 1}`,
        serviceStatus: free ? 'awaiting_start' : 'awaiting_payment',
        price,
      };
      orders.set(idempotencyKey, order);
      const failure = failures.shift();
      if (failure) throw failure;
      const payment = { ...order, serviceId: wanted.id } as Payment;
      return { payment, checkoutUrl: free ? null : `https://pay.example/${order.id}` };
    },
  };
  return { deps, orders, kept, failures };
}

test('pressed twice at once, it is one order at one address', async () => {
  const { deps, orders } = shop();
  const [one, two] = await Promise.all([buy(deps, wanted), buy(deps, wanted)]);
  expect(one).toEqual({ kind: 'pay', checkoutUrl: 'https://pay.example/order-1' });
  expect(two).toEqual(one);
  expect(orders.size).toBe(1);
});

test('an answer lost on the way is asked for again under the same key', async () => {
  const { deps, orders, failures } = shop();
  failures.push(new Error('network'));
  await expect(buy(deps, wanted)).rejects.toThrow('network');
  await buy(deps, wanted);
  expect(orders.size).toBe(1);
});

test('a free service ends at once', async () => {
  const { deps } = shop('0.00');
  const bought = await buy(deps, { id: 'service', price: '0.00' });
  expect(bought).toEqual({ kind: 'done', paymentId: 'order-1' });
});

test('an order paid meanwhile is shown, not bought a second time', async () => {
  const { deps, orders } = shop();
  await buy(deps, wanted);
  for (const order of orders.values()) order.serviceStatus = 'awaiting_start';
  expect(await buy(deps, wanted)).toEqual({ kind: 'done', paymentId: 'order-1' });
});

test.each(['cancelled', 'refunded', 'complete'] as const)(
  'a key left over from a %s order gives way to a new one',
  async (serviceStatus) => {
    const { deps, orders } = shop();
    await buy(deps, wanted);
    for (const order of orders.values()) order.serviceStatus = serviceStatus;
    const bought = await buy(deps, wanted);
    expect(bought).toEqual({ kind: 'pay', checkoutUrl: 'https://pay.example/order-2' });
  },
);

test('an order waiting at another price than the one shown is not taken up again', async () => {
  const { deps, orders } = shop();
  await buy(deps, wanted);
  for (const order of orders.values()) order.price = '60.00';
  expect(await buy(deps, wanted)).toMatchObject({ checkoutUrl: 'https://pay.example/order-2' });
});

test('a refusal ends the intention, a failure keeps it', async () => {
  const { deps, kept, failures } = shop();
  failures.push(new ApiError(503, { message: 'Indisponível' }));
  await expect(buy(deps, wanted)).rejects.toThrow('Indisponível');
  expect(kept.size).toBe(1);
  failures.push(new ApiError(409, { message: 'Fora do ar' }));
  await expect(buy(deps, wanted)).rejects.toThrow('Fora do ar');
  expect(kept.size).toBe(0);
});

test('the intention ends with its own order only, and not while that waits', async () => {
  const { deps, kept } = shop();
  await buy(deps, wanted);
  const order = { serviceId: 'service', serviceStatus: 'awaiting_start' } as const;
  endIntention(deps.store, { ...order, id: 'another' });
  endIntention(deps.store, { ...order, id: 'order-1', serviceStatus: 'awaiting_payment' });
  expect(kept.size).toBe(1);
  endIntention(deps.store, { ...order, id: 'order-1' });
  expect(kept.size).toBe(0);
});
