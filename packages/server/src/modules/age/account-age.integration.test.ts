import { randomUUID } from 'node:crypto';
import { endpoints } from '@guilda/contract';
import type { Endpoint } from '@guilda/contract/endpoint';
import { type ClientEvent, clientEvents } from '@guilda/contract/socket';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket } from '../../../test/fixtures/clients/sockets.ts';
import { buildService } from '../../../test/fixtures/data/builders.ts';
import {
  type AgeFixture,
  createAgeFixture,
  isAdult,
  pressCheckButton,
  startAccountAgeCheck,
  startAgeCheck,
} from '../../../test/fixtures/modules/age-fixture.ts';
import { errorOfCall, type TestPerson } from '../../../test/fixtures/server/test-app.ts';

/** All endpoints that require a proof of the minimum age, as `method path`. */
const ageLimitedEndpoints = Object.values(endpoints)
  .flatMap((group) => Object.values<Endpoint>(group))
  .filter(({ requiresAccountAge }) => requiresAccountAge);

const postBody = { title: 'Oi', description: 'Um texto', hashtags: 'jogos' };

describe('the age from which accounts take part', () => {
  let fixture: AgeFixture;
  beforeAll(async () => {
    fixture = await createAgeFixture({ ACCOUNT_AGE: '16' });
  });
  afterAll(() => fixture.app.close());

  const publish = (person: TestPerson) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(postBody)) body.set(name, value);
    return person.fetch('/api/social/post/', { method: 'POST', body });
  };

  it('is required to publish, post, write, review and buy', () => {
    expect(ageLimitedEndpoints.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'PATCH /api/services/:serviceId',
      'POST /api/archives',
      'POST /api/payments/checkout',
      'POST /api/reviews/:reviewId/answer',
      'POST /api/reviews/:serviceId/:paymentId/review',
      'POST /api/services/',
      'POST /api/social/comment/:postId/',
      'POST /api/social/post/',
    ]);
  });

  it.each(ageLimitedEndpoints)(
    'refuses $method $path without a proof',
    async ({ method, path }) => {
      const person = await fixture.signInNewPerson();
      const address = path.replace(/:\w+/g, () => randomUUID());
      const answer = await person.fetch(address, { method, body: new FormData() });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({
        code: 'age_required',
        error: 'Confirme sua idade para publicar, conversar, comprar ou vender.',
      });
    },
  );

  it('refuses messages and calls without a proof, and lets read', async () => {
    const [person, other] = [await fixture.signInNewPerson(), await fixture.signInNewPerson()];
    const socket = await connectSocket(fixture.app.url, person);
    const payloads = {
      sendMessage: { receiverId: other.uid, message: 'Oi' },
      notification: { receiverId: other.uid, type: 'message' },
      call: { calleeId: other.uid },
    } as const;
    const events = Object.entries<ClientEvent>(clientEvents).filter(
      ([, { requiresAccountAge }]) => requiresAccountAge,
    );
    expect(events.map(([name]) => name).sort()).toEqual(Object.keys(payloads).sort());
    for (const [name, payload] of Object.entries(payloads)) {
      expect(await socket.send(name as keyof typeof payloads, payload)).toMatchObject({
        ok: false,
        code: 'age_required',
      });
    }
    expect((await person.api.social.listPosts({})).posts).toEqual([]);
    expect((await person.api.users.getMe({})).verifiedAge).toBeNull();
  });

  it('is proven by a check of that age, at once and on open sockets', async () => {
    const [person, other] = [await fixture.signInNewPerson(), await fixture.signInNewPerson()];
    const socket = await connectSocket(fixture.app.url, person);
    await pressCheckButton(await startAccountAgeCheck(person), 'approve');
    expect((await publish(person)).status).toBe(201);
    const messagePayload = { receiverId: other.uid, message: 'Oi' };
    expect(await socket.send('sendMessage', messagePayload)).toMatchObject({ ok: true });
    expect((await person.api.users.getMe({})).verifiedAge).toBe(16);
    expect(await isAdult(person)).toBe(false);
    expect(await errorOfCall(startAccountAgeCheck(person))).toMatchObject({
      code: 'already_adult',
    });
  });

  it('is required of a seller whose service was published before, without telling the buyer', async () => {
    const [seller, buyer] = [await fixture.signInNewPerson(), await fixture.signInNewPerson()];
    const serviceId = await buildService(fixture.app.pool, seller.uid, { price: 0 });
    await pressCheckButton(await startAccountAgeCheck(buyer), 'approve');
    const buy = () =>
      buyer.api.orders.checkout({ body: { serviceId }, idempotencyKey: randomUUID() });
    expect(await errorOfCall(buy())).toMatchObject({ status: 409, code: 'service_unavailable' });
    await pressCheckButton(await startAccountAgeCheck(seller), 'approve');
    expect((await buy()).payment.sellerId).toBe(seller.uid);
  });

  it('opens nothing for adults, which needs a check of its own', async () => {
    const person = await fixture.signInNewPerson();
    await pressCheckButton(await startAccountAgeCheck(person), 'approve');
    const refusal = await errorOfCall(
      person.api.catalog.listServices({ query: { category: 'nudez' } }),
    );
    expect(refusal.code).toBe('adults_only');
    await pressCheckButton(await startAgeCheck(person), 'approve');
    expect(await isAdult(person)).toBe(true);
    expect((await person.api.users.getMe({})).verifiedAge).toBe(18);
  });

  it('is no longer asked for once a check for adults replaces the open one', async () => {
    const person = await fixture.signInNewPerson();
    const accountUrl = await startAccountAgeCheck(person);
    const adultUrl = await startAgeCheck(person);
    const pageOf = async (url: string) => (await fetch(url)).text();
    expect(await pageOf(accountUrl)).toContain('16 anos ou mais');
    expect(await pageOf(adultUrl)).toContain('18 anos ou mais');
    await pressCheckButton(accountUrl, 'approve');
    expect((await person.api.users.getMe({})).verifiedAge).toBeNull();
    await pressCheckButton(adultUrl, 'approve');
    expect((await person.api.users.getMe({})).verifiedAge).toBe(18);
  });

  it('is proven by a check for adults as well', async () => {
    const person = await fixture.signInNewPerson();
    await pressCheckButton(await startAgeCheck(person), 'approve');
    expect((await publish(person)).status).toBe(201);
    expect(await errorOfCall(startAccountAgeCheck(person))).toMatchObject({
      code: 'already_adult',
    });
    expect(await isAdult(person)).toBe(true);
  });

  it('is not proven by a record of a lower age, a refusal or a proof that has ended', async () => {
    const person = await fixture.signInNewPerson();
    const url = await startAgeCheck(person);
    await fixture.changeRecord(url, 'minimum_age = 16');
    await pressCheckButton(url, 'approve');
    expect(await isAdult(person)).toBe(false);
    expect((await publish(person)).status).toBe(403);
    const declinedPerson = await fixture.signInNewPerson();
    await pressCheckButton(await startAccountAgeCheck(declinedPerson), 'decline');
    expect((await publish(declinedPerson)).status).toBe(403);
    const lapsedPerson = await fixture.signInNewPerson();
    await pressCheckButton(await startAccountAgeCheck(lapsedPerson), 'approve');
    await fixture.app.pool.query(`UPDATE users SET sixteen_verified_until = now() WHERE uid = $1`, [
      lapsedPerson.uid,
    ]);
    expect((await publish(lapsedPerson)).status).toBe(403);
  });
});

describe('without such an age', () => {
  it('everybody takes part', async () => {
    const fixture = await createAgeFixture();
    const person = await fixture.signInNewPerson();
    const receiver = await fixture.signInNewPerson();
    const socket = await connectSocket(fixture.app.url, person);
    const messagePayload = { receiverId: receiver.uid, message: 'Oi' };
    expect(await socket.send('sendMessage', messagePayload)).toMatchObject({ ok: true });
    await fixture.app.close();
  });
});
