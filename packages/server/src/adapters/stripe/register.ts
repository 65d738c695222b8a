import type { Checkout } from '../../ports/payment-provider.ts';
import type { Ask, Outcome } from './asking.ts';
import { newSessionShape, ORDER_KEY, productShape } from './shapes.ts';

/*
 * Which checkout is an order's. Stripe finds no checkout by what is ours, and forgets idempotency
 * keys after a day. But the id of a product may be chosen, is unique for good and can be read at once:
 * whoever first makes the product of an order has made its checkout.
 */

const registerId = (orderId: string) => `guilda_${orderId}`;

/** A value of Stripe's metadata holds 500 characters; addresses of checkouts are longer. */
const PART = 480;

const partKey = (index: number) => `url_${index}`;

function entryOf(orderId: string, { providerCheckoutId, checkoutUrl }: Checkout) {
  const parts = checkoutUrl.match(new RegExp(`.{1,${PART}}`, 'gs')) ?? [];
  return {
    [ORDER_KEY]: orderId,
    checkout: providerCheckoutId,
    ...Object.fromEntries(parts.map((part, index) => [partKey(index), part])),
  };
}

function checkoutOf(entry: Readonly<Record<string, string>>): Checkout | null {
  let url = '';
  for (let index = 0; entry[partKey(index)]; index += 1) url += entry[partKey(index)];
  const read = newSessionShape.pick({ id: true, url: true }).safeParse({ id: entry.checkout, url });
  return read.success ? { providerCheckoutId: read.data.id, checkoutUrl: read.data.url } : null;
}

/** The checkout of an order; `missing` when it has none that anybody was told of. */
export async function readRegister(ask: Ask, orderId: string): Promise<Outcome<Checkout>> {
  const id = registerId(orderId);
  const found = await ask('read register', productShape, (stripe, options) =>
    stripe.products.retrieve(id, {}, options),
  );
  if (found.is !== 'done') return found;
  const checkout = checkoutOf(found.value.metadata);
  return checkout && found.value.metadata[ORDER_KEY] === orderId
    ? { is: 'done', value: checkout }
    : { is: 'failed' };
}

/** Makes a checkout the order's own, unless it has one; the order's checkout after that. */
export async function claimRegister(
  ask: Ask,
  order: { readonly orderId: string; readonly reference: string },
  checkout: Checkout,
): Promise<Outcome<Checkout>> {
  const { orderId, reference } = order;
  const made = await ask('claim register', productShape, (stripe, options) =>
    stripe.products.create(
      {
        id: registerId(orderId),
        name: `Pedido ${reference}`,
        active: false,
        metadata: entryOf(orderId, checkout),
      },
      options,
    ),
  );
  if (made.is === 'done') return { is: 'done', value: checkout };
  const taken = made.is === 'refused' && made.code === 'resource_already_exists';
  return taken ? readRegister(ask, orderId) : made;
}
