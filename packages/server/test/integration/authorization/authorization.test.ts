import { endpoints } from '@guilda/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { devEndpoints } from '../../../src/demo/dev-routes.ts';
import {
  buildComment,
  buildNotification,
  buildPaidOrder,
  buildPost,
  buildService,
} from '../../fixtures/data/builders.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../fixtures/server/test-app.ts';
import type { AuthorizationData } from './authorization-row.ts';
import { allExpectations } from './authorization-table.ts';
import { demoOnlyRoutes, plainRoutes } from './plain-routes.ts';

const actorNames = ['visitor', 'stranger', 'buyer', 'seller', 'admin', 'suspended'] as const;

let app: TestApp;
let peopleByActor: Record<(typeof actorNames)[number], TestPerson>;
let tokensByActor: Record<string, string>;

beforeAll(async () => {
  app = await startTestApp();
  peopleByActor = {
    visitor: await app.signIn('Ninguemaqui'),
    stranger: await app.signIn('Estranha'),
    buyer: await app.signIn('Compradora'),
    seller: await app.signIn('Vendedora'),
    admin: await app.signInAdmin(),
    suspended: await app.signIn('Suspensa'),
  };
  // An open order prevents `stranger` and `admin` from closing their accounts during the test.
  const seller = peopleByActor.visitor.uid;
  const serviceId = await buildService(app.pool, seller);
  for (const { uid: buyerId } of [peopleByActor.stranger, peopleByActor.admin]) {
    await buildPaidOrder(app.pool, { service: serviceId, buyer: buyerId, seller });
  }
  tokensByActor = Object.fromEntries(
    actorNames.map((actor) => [actor, peopleByActor[actor].tokens.accessToken]),
  );
  await app.pool.query(
    "UPDATE users SET suspended_at = now(), suspended_reason = 'teste' WHERE uid = $1",
    [peopleByActor.suspended.uid],
  );
});
afterAll(() => app.close());

/** Creates a new service, order, post and comment of the same buyer and seller, for one cell of the table. */
async function newAuthorizationData(): Promise<AuthorizationData> {
  const [seller, buyer] = [peopleByActor.seller.uid, peopleByActor.buyer.uid];
  const serviceId = await buildService(app.pool, seller, { type: 'media' });
  const order = { service: serviceId, buyer, seller };
  // The order is free, because it is inserted into the database without ledger entries.
  const orderId = await buildPaidOrder(app.pool, order, { price: 0, type: 'media' });
  const { rows } = await app.pool.query(
    `SELECT (SELECT purchase_code FROM payments WHERE id = $1) AS code,
            (SELECT id FROM sessions WHERE uid = $2 LIMIT 1) AS session`,
    [orderId, peopleByActor.stranger.uid],
  );
  const postId = await buildPost(app.pool, seller);
  const commentId = await buildComment(app.pool, { post: postId, author: buyer });
  const { code: purchaseCode, session: sessionId } = rows[0];
  const notificationId = await buildNotification(app.pool, seller);
  return {
    serviceId,
    orderId,
    purchaseCode,
    postId,
    commentId,
    notificationId,
    people: peopleByActor,
    sessionId,
  };
}

const knownEndpoints = Object.entries({ ...endpoints, dev: { ...devEndpoints } }).flatMap(
  ([group, members]) =>
    Object.entries(members).map(([name, endpoint]) => ({ key: `${group}.${name}`, endpoint })),
);

describe('the authorization matrix', () => {
  it('lists every endpoint of the contract, and nothing else', () => {
    expect(Object.keys(allExpectations).sort()).toEqual(
      knownEndpoints.map(({ key }) => key).sort(),
    );
  });

  it('covers every route of the program', () => {
    const apiRoutes = new Set(
      knownEndpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`),
    );
    const unknownRoutes = app.program.app.routeTable
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, url }) => `${method} ${url}`)
      .filter(
        (route) => !apiRoutes.has(route) && !(route in plainRoutes) && !demoOnlyRoutes.test(route),
      );
    expect(unknownRoutes).toEqual([]);
  });

  it.each(Object.entries(plainRoutes))('%s answers a visitor', async (route, { url, status }) => {
    const response = await app.fetch(url, { method: route.slice(0, route.indexOf(' ')) });
    expect(response.status).toBe(status);
  });

  for (const { key, endpoint } of knownEndpoints) {
    const row = allExpectations[key];
    it.each(actorNames)(`${endpoint.method} ${endpoint.path} as %s`, async (actor) => {
      if (!row) throw new Error(`${key} is not listed`);
      const data = await newAuthorizationData();
      const call = await row.call(data, actor);
      const headers = new Headers(call.headers);
      if (actor !== 'visitor') headers.set('authorization', `Bearer ${tokensByActor[actor]}`);
      const response = await app.fetch(call.url, { ...call, headers, method: endpoint.method });
      expect({ actor, status: response.status }).toEqual({ actor, status: row.statuses[actor] });
    });
  }
});
