import { randomUUID } from 'node:crypto';
import { parsePictureURL } from '@guilda/contract/pictures';
import type { TestApp, TestPerson } from './harness.ts';
import { plain } from './pictures.ts';

/** Words that stand in things for adults and nowhere else. */
export const secretWords = [
  'Xilofonaria',
  'Quadrigulosa',
  'Zabumbatica',
  'Velocinante',
  'Trigonauta',
  'Borbulhento',
] as const;
const [media, call, told, reviewed, praised, filed] = secretWords;

async function ask<T>(person: TestPerson, path: string, init: RequestInit): Promise<T> {
  const answer = await person.fetch(path, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

const json = (
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const picture = async (colour: string) =>
  new Blob([new Uint8Array(await plain(64, 48, colour).png().toBuffer())], { type: 'image/png' });

/** Passes the age check on the sandbox's page. */
export async function becomeAdult(person: TestPerson): Promise<void> {
  const { url } = await person.api.age.startAgeVerification({ body: {} });
  const answer = await fetch(`${url}/approve`, { method: 'POST' });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}`);
}

async function completeProfile(person: TestPerson): Promise<void> {
  const form = new FormData();
  form.set('bio', 'Uma pessoa que vende.');
  form.set('photo', await picture('#808080'), 'eu.png');
  await ask(person, '/api/users/', { method: 'PATCH', body: form });
}

interface Wanted {
  readonly title: string;
  readonly type: 'call' | 'media';
  readonly category: string;
  readonly archive?: string;
}

async function publish(seller: TestPerson, wanted: Wanted) {
  const { archive, ...fields } = wanted;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('description', wanted.category === 'nudez' ? `Conta ${told}.` : 'Uma hora de treino.');
  form.set('price', '20.00');
  form.set('photoURL', await picture('#a04040'), 'capa.png');
  if (archive) form.append('archives', await picture('#40a040'), `${archive}.png`);
  const made = { method: 'POST', body: form };
  const { service } = await ask<{ service: { id: string; photoURL: string } }>(
    seller,
    '/api/services/',
    made,
  );
  return service;
}

/** Buys, is served, and reviews; answers the order's id. */
async function reviewedOrder(seller: TestPerson, buyer: TestPerson, serviceId: string) {
  const { payment, checkoutUrl } = await ask<{ payment: { id: string }; checkoutUrl: string }>(
    buyer,
    '/api/payments/checkout',
    json('POST', { serviceId }, { 'idempotency-key': randomUUID() }),
  );
  await fetch(`${checkoutUrl}/approve`, { method: 'POST' });
  const step = (person: TestPerson, body: object) =>
    ask(person, `/api/payments/${payment.id}/update-payment`, json('PATCH', body));
  const startedServiceAt = new Date().toISOString();
  await step(seller, { serviceStatus: 'in_progress', startedServiceAt });
  await step(seller, { serviceStatus: 'complete', endedIt: seller.uid });
  const { review } = await ask<{ review: { id: string } }>(
    buyer,
    `/api/reviews/${serviceId}/${payment.id}/review`,
    json('POST', { title: reviewed, description: praised, rating: 5, recommend: true }),
  );
  return { orderId: payment.id, reviewId: review.id };
}

export type AdultScene = Awaited<ReturnType<typeof createAdultScene>>;

/**
 * A market with things for adults in it, all made through the real doors: services of both kinds with
 * pictures and a pack, orders, reviews, and beside them a service for all of the same seller.
 */
export async function createAdultScene(app: TestApp) {
  const [seller, buyer, unchecked, lapsed] = [
    await app.person('vendedora'),
    await app.person('compradora'),
    await app.person('semchecagem'),
    await app.person('vencida'),
  ];
  for (const person of [seller, buyer, lapsed]) await becomeAdult(person);
  await completeProfile(seller);
  const services = [
    await publish(seller, {
      title: `Fotos ${media}`,
      type: 'media',
      category: 'nudez',
      archive: `${filed} um`,
    }),
    await publish(seller, { title: `Conversa ${call}`, type: 'call', category: 'nudez' }),
  ];
  const open = await publish(seller, { title: 'Aula aberta', type: 'call', category: 'valorant' });
  const orders = [];
  for (const { id } of services) orders.push(await reviewedOrder(seller, buyer, id));
  await app.pool.query(
    "UPDATE users SET age_verified_until = now() - interval '1 minute' WHERE uid = $1",
    [lapsed.uid],
  );
  const { rows: archives } = await app.pool.query<{ id: string }>('SELECT id FROM archives');
  const pictures = services.map(({ photoURL }) => parsePictureURL(photoURL)?.id ?? '');
  return {
    people: { seller, buyer, unchecked, lapsed },
    services,
    open,
    orders,
    pictures,
    archives: archives.map(({ id }) => id),
    /** What nobody unchecked may read anywhere, as it is written in an answer. */
    secrets: [
      ...secretWords,
      ...services.map(({ id }) => id),
      ...pictures,
      ...orders.map(({ reviewId }) => reviewId),
      ...archives.map(({ id }) => id),
    ],
  };
}
