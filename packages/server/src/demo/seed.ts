import { type ApiClient, createClient } from '@guilda/contract/client';
import type { Service } from '@guilda/contract/services/catalog';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { rebuildStepChain } from '../modules/orders/index.ts';
import { drizzle } from '../platform/database/query-builder.ts';
import { callApi } from './call-api.ts';
import { muteNotifications, unmuteNotifications } from './mute-notifications.ts';
import { type DemoOrder, demoOrders } from './orders.ts';
import { demoPacks } from './packs.ts';
import { type DemoPersona, demoPeople } from './people.ts';
import { seedCases } from './seed-cases.ts';
import { seedConversations } from './seed-conversations.ts';
import { seedDiscord } from './seed-discord.ts';
import { backdateNotifications } from './seed-notifications.ts';
import { backdatePosts, type SeededCommunity, seedPosts } from './seed-posts.ts';
import { renderDrawing, type SeededPerson } from './seeded-person.ts';
import { type DemoService, demoServices } from './services.ts';

export interface SeedDeps {
  /** The listening program; demo data is created with the API calls that browsers make. */
  readonly app: FastifyInstance;
  readonly pool: pg.Pool;
  /** Age in years that accounts have to prove (`ACCOUNT_AGE`); null if none. */
  readonly accountAge: 16 | 18 | null;
  printLine(line: string): void;
}

const postJson = (app: FastifyInstance, url: string, body: unknown) =>
  callApi(app, { method: 'POST', url, body });

function createClientFor(app: FastifyInstance, token: string): ApiClient {
  return createClient(({ headers, ...request }) =>
    callApi(app, { ...request, headers: { ...headers, authorization: `Bearer ${token}` } }),
  );
}

/** Records a proof of the age that accounts have to prove, so that the person may publish, buy and sell. */
async function proveAge({ pool, accountAge }: SeedDeps, uid: string): Promise<void> {
  if (accountAge === null) return;
  const column = accountAge === 18 ? 'age_verified_until' : 'sixteen_verified_until';
  await pool.query(`UPDATE users SET ${column} = now() + interval '1 year' WHERE uid = $1`, [uid]);
}

async function seedPerson(deps: SeedDeps, demoPersona: DemoPersona): Promise<SeededPerson> {
  const { name, email, bio, effectPhrase } = demoPersona;
  const { idToken } = (await postJson(deps.app, '/dev/id-token', { email, name })) as {
    idToken: string;
  };
  const { user, tokens } = (await postJson(deps.app, '/api/auth/google', { idToken })) as {
    user: { uid: string };
    tokens: { accessToken: string; refreshToken: string };
  };
  await proveAge(deps, user.uid);
  const api = createClientFor(deps.app, tokens.accessToken);
  await muteNotifications({ api });
  const form = new FormData();
  for (const [field, value] of Object.entries({ username: name, bio, effectPhrase }))
    form.set(field, value);
  form.set('canBeCalled', String(demoPersona.canBeCalled));
  form.set('photo', await renderDrawing(`avatar-${demoPersona.portrait}`, 512), 'retrato.png');
  await api.users.updateMe({ body: form });
  // With the real Discord configured, this route is missing and demo people get no Discord accounts.
  if (deps.app.hasRoute({ method: 'POST', url: '/dev/discord-code' })) {
    await seedDiscord((url, body) => postJson(deps.app, url, body), demoPersona, { api });
  }
  return { uid: user.uid, api };
}

async function seedService(seller: SeededPerson, service: DemoService): Promise<Service> {
  const { title, description, price, category } = service;
  // An interrupted earlier start may have published this service already.
  const { services } = await seller.api.catalog.listServices({ query: { seller: seller.uid } });
  const existingService = services.find((service) => service.title === title);
  if (existingService) return existingService;
  const form = new FormData();
  const files = service.pack ? await demoPacks[service.pack]() : [];
  const type = files.length > 0 ? 'media' : 'call';
  const fields = { title, description, price, category, type };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('photoURL', await renderDrawing(`capa-${service.cover}`, 1280), 'capa.png');
  for (const { name, content } of files) form.append('archives', content, name);
  return (await seller.api.catalog.createService({ body: form })).service;
}

/**
 * Takes an order to its final state with the API calls of its buyer and seller; steps that were already taken are
 * skipped.
 */
async function advanceOrder(
  order: DemoOrder,
  id: string,
  buyer: SeededPerson,
  seller: SeededPerson,
): Promise<void> {
  const params = { id };
  if (order.finalState === 'awaiting_payment' || order.finalState === 'awaiting_start') return;
  const { payment } = await buyer.api.orders.getPayment({ params });
  if (payment.serviceStatus === 'awaiting_start') {
    const startedServiceAt = new Date().toISOString();
    const body = { serviceStatus: 'in_progress', startedServiceAt } as const;
    await seller.api.orders.updatePayment({ params, body });
  }
  if (order.finalState === 'in_progress') return;
  await seller.api.orders.updatePayment({
    params,
    body: { serviceStatus: 'complete', endedIt: seller.uid },
  });
  if (!order.review || payment.reviewed) return;
  await buyer.api.reviews.createReview({
    params: { serviceId: payment.serviceId, paymentId: id },
    body: order.review,
  });
}

async function seedOrder(
  app: FastifyInstance,
  order: DemoOrder,
  service: Service,
  buyer: SeededPerson,
  seller: SeededPerson,
): Promise<string> {
  const { payment, checkoutUrl } = await buyer.api.orders.checkout({
    body: { serviceId: service.id },
    idempotencyKey: `demo-${order.buyer}-${service.id}`,
  });
  if (checkoutUrl && order.finalState !== 'awaiting_payment') {
    await postJson(app, `${new URL(checkoutUrl).pathname}/approve`, {});
  }
  await advanceOrder(order, payment.id, buyer, seller);
  return payment.id;
}

/** Ids of the data that the seed has created so far. */
interface SeedProgress {
  readonly services: ReadonlyMap<string, string>;
  readonly orders: readonly (readonly [id: string, hoursAgo: number])[];
  readonly community: SeededCommunity;
  readonly people: readonly string[];
  /** Looks up a demo person's uid by name. */
  uid(name: string): string;
}

/** Backdates everything that the seed created. */
async function backdateAll(pool: pg.PoolClient, progress: SeedProgress) {
  await backdatePosts(pool, progress.community);
  await backdateNotifications(pool, progress.orders);
  for (const { email, accountAgeDays } of demoPeople) {
    await pool.query(
      `UPDATE users SET created_at = now() - $2 * interval '1 day' WHERE email = $1`,
      [email, accountAgeDays],
    );
  }
  for (const { title, daysAgo } of demoServices) {
    await pool.query(
      `UPDATE services SET created_at = now() - $2 * interval '1 day' WHERE id = $1`,
      [progress.services.get(title), daysAgo],
    );
  }
  const db = drizzle({ client: pool });
  for (const [id, hoursAgo] of progress.orders) {
    const parameters = [id, hoursAgo];
    await pool.query(
      `UPDATE payments SET created_at = created_at - $2 * interval '1 hour',
         paid_at = paid_at - $2 * interval '1 hour',
         start_by = start_by - $2 * interval '1 hour',
         started_service_at = started_service_at - ($2 - 0.6) * interval '1 hour',
         ended_at = ended_at - ($2 - 1) * interval '1 hour',
         held_until = held_until - ($2 - 1) * interval '1 hour' WHERE id = $1 AND $2 >= 1`,
      parameters,
    );
    await pool.query(
      `UPDATE payment_steps SET at = at - ($2 - CASE status WHEN 'in_progress' THEN 0.6
         WHEN 'complete' THEN 1 ELSE 0 END) * interval '1 hour' WHERE payment_id = $1 AND $2 >= 1`,
      parameters,
    );
    await rebuildStepChain(db, id);
    await pool.query(
      `UPDATE reviews SET created_at = created_at - ($2 - 1) * interval '1 hour' WHERE payment_id = $1`,
      parameters,
    );
  }
}

/** Whether the demo has to be seeded: the installation is empty, or an earlier seeding was interrupted. */
export async function needsDemoData(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ needed: boolean }>(`
    SELECT coalesce((SELECT completed_at IS NULL FROM sandbox.demo_seed),
                    NOT EXISTS (SELECT FROM users)) AS needed`);
  return rows[0]?.needed === true;
}

/** Backdates the demo data, inserts conversations and marks the seed as complete, in one transaction. */
async function completeSeed(pool: pg.Pool, progress: SeedProgress): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await backdateAll(client, progress);
    await seedConversations(client, progress.uid);
    await seedCases(client, progress.uid);
    await unmuteNotifications(client, progress.people);
    await client.query('UPDATE sandbox.demo_seed SET completed_at = now()');
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Seeds an empty installation with people, services, orders in several states, reviews, posts and conversations. One
 * post is marked as adult content.
 */
export async function seedDemo(deps: SeedDeps): Promise<void> {
  await deps.pool.query('INSERT INTO sandbox.demo_seed DEFAULT VALUES ON CONFLICT DO NOTHING');
  deps.printLine('  Convidando as pessoas da demonstração…');
  const people = new Map<string, SeededPerson>();
  for (const persona of demoPeople) people.set(persona.name, await seedPerson(deps, persona));
  const personByName = (name: string) => {
    const person = people.get(name);
    if (!person) throw new Error(`the demo knows no ${name}`);
    return person;
  };
  deps.printLine('  Publicando os serviços…');
  const services = new Map<string, Service>();
  for (const service of demoServices) {
    services.set(service.title, await seedService(personByName(service.seller), service));
  }
  deps.printLine('  Anotando os pedidos…');
  const orders: [string, number][] = [];
  for (const order of demoOrders) {
    const service = services.get(order.service);
    const seller = demoServices.find(({ title }) => title === order.service)?.seller;
    if (!service || !seller) throw new Error(`the demo offers no ${order.service}`);
    const id = await seedOrder(
      deps.app,
      order,
      service,
      personByName(order.buyer),
      personByName(seller),
    );
    orders.push([id, order.hoursAgo]);
  }
  const serviceIds = new Map([...services].map(([title, { id }]) => [title, id]));
  deps.printLine('  Abrindo a conversa da comunidade…');
  const service = (title: string) => serviceIds.get(title) ?? '';
  const community = await seedPosts({ person: personByName, service });
  const uid = (name: string) => personByName(name).uid;
  const uids = [...people.values()].map((person) => person.uid);
  await completeSeed(deps.pool, { services: serviceIds, orders, community, uid, people: uids });
}
