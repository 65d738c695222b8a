import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPaidOrder, buildService } from '../../fixtures/data/builders.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../fixtures/server/test-app.ts';

let app: TestApp;
let personCount = 0;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A person with a published service that has one review. */
interface Seller extends TestPerson {
  readonly serviceId: string;
}

/** A word that occurs only in this person's services and name. */
const wordOf = ({ user }: TestPerson) => user.username.toLowerCase();

async function addReview(service: string, buyer: string, seller: string): Promise<void> {
  const orderId = await buildPaidOrder(
    app.pool,
    { service, buyer, seller },
    { price: 0, service_status: 'complete' },
  );
  await app.pool.query(
    `INSERT INTO reviews (id, payment_id, service_id, seller_id, author_id, title, description,
       rating, recommend)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, 'Ótima', 'Recomendo muito.', 5, true)`,
    [orderId, service, seller, buyer],
  );
}

async function createSeller(): Promise<Seller> {
  personCount += 1;
  const word = `Xavante${String.fromCharCode(97 + (personCount % 26), 97 + Math.floor(personCount / 26))}`;
  const person = await app.signIn(word);
  const title = `Aula de ${person.user.username}`;
  const serviceId = await buildService(app.pool, person.uid, { title, price: 0 });
  const fan = await app.signIn(`Compra${personCount}`);
  await addReview(serviceId, fan.uid, person.uid);
  return { ...person, serviceId };
}

const setBlock = (blocker: TestPerson, { uid }: TestPerson, method: 'PUT' | 'DELETE' = 'PUT') =>
  blocker
    .fetch(`/api/users/${uid}/block`, { method })
    .then(({ status }) => expect(status).toBe(204));

const errorCodeOf = async (call: Promise<unknown>) => {
  const { status, code } = await errorOfCall(call);
  return `${status} ${code}`;
};
const isListed = (list: readonly { uid: string }[], { uid }: TestPerson) =>
  list.some((person) => person.uid === uid) ? 'there' : 'not there';
const isServiceListed = (list: readonly { id: string }[], { serviceId }: Seller) =>
  list.some(({ id }) => id === serviceId) ? 'there' : 'not there';

interface BlockedPath {
  /** Expected outcome while nobody has blocked the other person. */
  readonly withoutBlock: string;
  /** Expected outcome while one of the two people has blocked the other. */
  readonly acrossBlock: string;
  /** Expected outcome for the person who set the block, if it differs from `acrossBlock`. */
  readonly forBlocker?: string;
  ask(reader: TestPerson, other: Seller): Promise<string>;
}

const readProfileFlags = (user: { restricted: boolean; blocked: boolean; bio: string | null }) =>
  `${user.restricted ? 'restricted' : 'open'}${user.blocked ? ', blocked' : ''}`;

/** Every way in which one person can find another. */
const blockedPaths: Readonly<Record<string, BlockedPath>> = {
  'the profile by uid': {
    withoutBlock: 'open',
    acrossBlock: 'restricted',
    forBlocker: 'restricted, blocked',
    ask: async ({ api }, other) =>
      readProfileFlags(await api.users.getUser({ params: { buyerId: other.uid } })),
  },
  'the profile by name': {
    withoutBlock: 'open',
    acrossBlock: 'restricted',
    forBlocker: 'restricted, blocked',
    ask: async ({ api }, { user: { username } }) =>
      readProfileFlags(await api.users.getByUsername({ params: { username } })),
  },
  'the fields of the profile': {
    withoutBlock: 'bio Oi 5 1 true',
    acrossBlock: ' null 0 false',
    ask: async ({ api }, other) => {
      await app.pool.query(
        `UPDATE users SET bio = 'bio', effect_phrase = 'Oi', can_be_called = true,
           rating_sum = 5, rating_count = 1 WHERE uid = $1`,
        [other.uid],
      );
      const user = await api.users.getUser({ params: { buyerId: other.uid } });
      return [user.bio, user.effectPhrase, user.rating, user.reviewCount, user.canBeCalled]
        .map((value, index) => (index === 0 ? (value ?? '') : String(value)))
        .filter((text, index) => index !== 1 || text !== '')
        .join(' ');
    },
  },
  'people by their name': {
    withoutBlock: 'there',
    acrossBlock: 'not there',
    ask: async ({ api }, other) =>
      isListed((await api.users.searchUsers({ query: { q: wordOf(other) } })).users, other),
  },
  'people by a mistyped name': {
    withoutBlock: 'there',
    acrossBlock: 'not there',
    ask: async ({ api }, other) =>
      isListed((await api.users.searchUsers({ query: { q: `${wordOf(other)}z` } })).users, other),
  },
  'the newest people': {
    withoutBlock: 'there',
    acrossBlock: 'not there',
    ask: async ({ api }, other) =>
      isListed((await api.users.searchUsers({ query: { limit: '50' } })).users, other),
  },
  ...Object.fromEntries(
    (['recent', 'relevance', 'price_asc', 'price_desc', 'rating'] as const).map((sort) => [
      `services by ${sort}`,
      {
        withoutBlock: 'there',
        acrossBlock: 'not there',
        ask: async ({ api }: TestPerson, other: Seller) =>
          isServiceListed(
            (await api.catalog.listServices({ query: { sort, seller: other.uid } })).services,
            other,
          ),
      },
    ]),
  ),
  'services by text': {
    withoutBlock: 'there',
    acrossBlock: 'not there',
    ask: async ({ api }, other) =>
      isServiceListed(
        (await api.catalog.listServices({ query: { q: wordOf(other) } })).services,
        other,
      ),
  },
  'services by a mistyped text': {
    withoutBlock: 'there',
    acrossBlock: 'not there',
    ask: async ({ api }, other) =>
      isServiceListed(
        (await api.catalog.listServices({ query: { q: `${wordOf(other)}z` } })).services,
        other,
      ),
  },
  'services of a category': {
    withoutBlock: 'there',
    acrossBlock: 'not there',
    ask: async ({ api }, other) =>
      isServiceListed(
        (await api.catalog.listServices({ query: { category: 'valorant' } })).services,
        other,
      ),
  },
  'a service': {
    withoutBlock: 'there',
    acrossBlock: '404 service_not_found',
    ask: async ({ api }, { serviceId }) => {
      const call = () => api.catalog.getService({ params: { serviceId } });
      return call().then(
        () => 'there',
        () => errorCodeOf(call()),
      );
    },
  },
  'the reviews of a service': {
    withoutBlock: '1',
    acrossBlock: '404 service_not_found',
    ask: async ({ api }, { serviceId }) => {
      const call = () => api.reviews.listReviews({ params: { serviceId }, query: {} });
      return call().then(
        ({ reviews }) => String(reviews.length),
        () => errorCodeOf(call()),
      );
    },
  },
  'the reviews of a seller': {
    withoutBlock: '1',
    acrossBlock: '0',
    ask: async ({ api }, { uid }) =>
      String((await api.reviews.listSellerReviews({ params: { uid }, query: {} })).reviews.length),
  },
};

describe.each(Object.entries(blockedPaths))(
  'between people who blocked each other, %s',
  (_, blockedPath) => {
    it('is refused to both from the next request on, and allowed again once the block is removed', async () => {
      const [ana, bia] = [await createSeller(), await createSeller()];
      const readOutcomes = async () => [
        await blockedPath.ask(ana, bia),
        await blockedPath.ask(bia, ana),
      ];
      expect(await readOutcomes()).toEqual([blockedPath.withoutBlock, blockedPath.withoutBlock]);
      await setBlock(ana, bia);
      expect(await readOutcomes()).toEqual([
        blockedPath.forBlocker ?? blockedPath.acrossBlock,
        blockedPath.acrossBlock,
      ]);
      await setBlock(bia, ana);
      expect(await readOutcomes()).toEqual(
        Array(2).fill(blockedPath.forBlocker ?? blockedPath.acrossBlock),
      );
      await setBlock(ana, bia, 'DELETE');
      expect(await readOutcomes()).toEqual([
        blockedPath.acrossBlock,
        blockedPath.forBlocker ?? blockedPath.acrossBlock,
      ]);
      await setBlock(bia, ana, 'DELETE');
      expect(await readOutcomes()).toEqual([blockedPath.withoutBlock, blockedPath.withoutBlock]);
    });

    it('is allowed to everyone else, in both directions', async () => {
      const [ana, bia, carla] = [await createSeller(), await createSeller(), await createSeller()];
      await setBlock(ana, bia);
      const outcomes = [
        blockedPath.ask(ana, carla),
        blockedPath.ask(carla, ana),
        blockedPath.ask(carla, bia),
        blockedPath.ask(bia, bia),
      ];
      expect(await Promise.all(outcomes)).toEqual(Array(4).fill(blockedPath.withoutBlock));
    });
  },
);

describe('a search between people who blocked each other', () => {
  it('treats a word that only the other person uses as a typo', async () => {
    const [ana, bia, carla] = [await createSeller(), await createSeller(), await createSeller()];
    await buildService(app.pool, ana.uid, { title: 'Curso de zarabatana' });
    const similarService = await buildService(app.pool, carla.uid, {
      title: 'Curso de zarabatena',
    });
    const search = async () =>
      (await bia.api.catalog.listServices({ query: { q: 'zarabatana' } })).services;
    expect((await search()).map(({ title }) => title)).toEqual(['Curso de zarabatana']);
    await setBlock(ana, bia);
    expect((await search()).map(({ id }) => id)).toEqual([similarService]);
  });
});

describe('reviews', () => {
  it('written by a blocked person remain at the service', async () => {
    const [seller, writer, reader] = [
      await createSeller(),
      await createSeller(),
      await createSeller(),
    ];
    await addReview(seller.serviceId, writer.uid, seller.uid);
    await setBlock(reader, writer);
    const { reviews, summary } = await reader.api.reviews.listReviews({
      params: { serviceId: seller.serviceId },
      query: {},
    });
    expect(reviews.map(({ author }) => author.uid)).toContain(writer.uid);
    expect(summary.count).toBe(2);
  });
});
