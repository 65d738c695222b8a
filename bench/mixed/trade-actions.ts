import { randomUUID } from 'node:crypto';
import { sendForm, videoPart } from '../upload.ts';
import {
  type Act,
  bearerHeader,
  crowdDataOf,
  type LoadContext,
  type PaidOrder,
  pickPair,
  pickPerson,
  pickScattered,
} from './context.ts';

interface PlacedOrder {
  readonly payment: { readonly id: string };
  readonly checkoutUrl: string;
}

/** Places an order at the payment sandbox, up to receiving its checkout URL. */
const placeOrder: Act = (context, n) =>
  context.http.send({
    method: 'POST',
    path: '/api/payments/checkout',
    headers: { ...bearerHeader(pickPerson(context, n)), 'idempotency-key': randomUUID() },
    body: { serviceId: pickScattered(context.loadData.serviceIds, n) },
  });

/** Buys the service of the partner and pays at the sandbox, which tells the program of the payment. */
async function buyFromPartner(context: LoadContext, n: number): Promise<PaidOrder> {
  const { from, to } = pickPair(context, n);
  const position = context.connectedPeople.indexOf(to);
  const serviceId = crowdDataOf(context).ownServiceIds[position] ?? '';
  const { payment, checkoutUrl } = await context.http.sendForJson<PlacedOrder>({
    method: 'POST',
    path: '/api/payments/checkout',
    headers: { ...bearerHeader(from.talker), 'idempotency-key': randomUUID() },
    body: { serviceId },
  });
  const path = `${new URL(checkoutUrl).pathname}/approve`;
  await context.http.send({ method: 'POST', path, body: {} });
  return { id: payment.id, serviceId, buyer: from.talker, seller: to.talker };
}

const placePaidOrder: Act = async (context, n) => {
  context.paidOrders.push(await buyFromPartner(context, n));
};

/** Starts and completes a paid order by its seller, and reviews it by its buyer. */
const completeOrder: Act = async (context, n) => {
  const order = context.paidOrders.shift() ?? (await buyFromPartner(context, n));
  const change = (body: unknown) =>
    context.http.send({
      method: 'PATCH',
      path: `/api/payments/${order.id}/update-payment`,
      headers: bearerHeader(order.seller),
      body,
    });
  await change({ serviceStatus: 'in_progress', startedServiceAt: new Date().toISOString() });
  await change({ serviceStatus: 'complete', endedIt: order.seller.uid });
  await context.http.send({
    method: 'POST',
    path: `/api/reviews/${order.serviceId}/${order.id}/review`,
    headers: bearerHeader(order.buyer),
    body: { title: 'Muito bom', description: 'Aprendi bastante, recomendo.', rating: 5 },
  });
};

const uploadFile: Act = async (context, n) => {
  const { fileMegabytes } = crowdDataOf(context);
  const parts = [videoPart('file', fileMegabytes)];
  await sendForm(`${context.loadData.url}/api/archives`, parts, pickPerson(context, n).token);
};

interface PackAnswer {
  readonly files: readonly { readonly downloadUrl: string }[];
}

/** Opens a bought pack and downloads its file. */
const downloadFile: Act = async (context) => {
  const { buyer, paymentId, serviceId } = crowdDataOf(context).pack;
  const pack = await context.http.sendForJson<PackAnswer>({
    method: 'GET',
    path: `/api/packs/${paymentId}/${serviceId}`,
    headers: bearerHeader(buyer),
  });
  await context.http.send({ method: 'GET', path: pack.files[0]?.downloadUrl ?? '' });
};

/** Actions of buyers and sellers. */
export const tradeActions = {
  order: placeOrder,
  paidOrder: placePaidOrder,
  completeOrder,
  uploadFile,
  downloadFile,
} as const satisfies Readonly<Record<string, Act>>;
