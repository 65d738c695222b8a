import type { Checkout } from '../../ports/payment-provider.ts';
import type { StripeApi, StripeResult } from './api.ts';
import { newSessionSchema, ORDER_METADATA_KEY, productSchema } from './schemas.ts';

/*
 * Registry of the checkout of each order, kept at Stripe. Stripe cannot search checkouts by our order id and
 * forgets idempotency keys after a day. The id of a product, however, can be chosen, is unique forever and is
 * readable at once: the first process that creates the product of an order has registered its checkout.
 */

const registryProductId = (orderId: string) => `guilda_${orderId}`;

/** Maximum length of a part of a checkout URL: a metadata value may have 500 characters, so longer URLs are split. */
const URL_PART_LENGTH = 480;

const urlPartKey = (index: number) => `url_${index}`;

function toRegistryEntry(orderId: string, { providerCheckoutId, checkoutUrl }: Checkout) {
  const parts = checkoutUrl.match(new RegExp(`.{1,${URL_PART_LENGTH}}`, 'gs')) ?? [];
  return {
    [ORDER_METADATA_KEY]: orderId,
    checkout: providerCheckoutId,
    ...Object.fromEntries(parts.map((part, index) => [urlPartKey(index), part])),
  };
}

function parseRegistryEntry(entry: Readonly<Record<string, string>>): Checkout | null {
  let url = '';
  for (let index = 0; entry[urlPartKey(index)]; index += 1) url += entry[urlPartKey(index)];
  const parsed = newSessionSchema
    .pick({ id: true, url: true })
    .safeParse({ id: entry.checkout, url });
  return parsed.success
    ? { providerCheckoutId: parsed.data.id, checkoutUrl: parsed.data.url }
    : null;
}

/** Finds the registered checkout of an order; `missing` when there is none. */
export async function findRegisteredCheckout(
  api: StripeApi,
  orderId: string,
): Promise<StripeResult<Checkout>> {
  const id = registryProductId(orderId);
  const foundProduct = await api('read register', productSchema, (stripe, options) =>
    stripe.products.retrieve(id, {}, options),
  );
  if (foundProduct.kind !== 'done') return foundProduct;
  const checkout = parseRegistryEntry(foundProduct.value.metadata);
  return checkout && foundProduct.value.metadata[ORDER_METADATA_KEY] === orderId
    ? { kind: 'done', value: checkout }
    : { kind: 'failed' };
}

/** Registers a checkout for an order unless the order has one already; returns the registered checkout. */
export async function registerCheckout(
  api: StripeApi,
  order: { readonly orderId: string; readonly reference: string },
  checkout: Checkout,
): Promise<StripeResult<Checkout>> {
  const { orderId, reference } = order;
  const createdProduct = await api('claim register', productSchema, (stripe, options) =>
    stripe.products.create(
      {
        id: registryProductId(orderId),
        name: `Pedido ${reference}`,
        active: false,
        metadata: toRegistryEntry(orderId, checkout),
      },
      options,
    ),
  );
  if (createdProduct.kind === 'done') return { kind: 'done', value: checkout };
  const isRegistered =
    createdProduct.kind === 'refused' && createdProduct.code === 'resource_already_exists';
  return isRegistered ? findRegisteredCheckout(api, orderId) : createdProduct;
}
