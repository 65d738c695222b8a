import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createServiceListsFixture } from '../../../../test/fixtures/modules/service-lists-fixture.ts';
import { sortCursorRules } from './sort-cursors.ts';
import type { ServiceSort } from './sort-order-columns.ts';

let fixture: Awaited<ReturnType<typeof createServiceListsFixture>>;

beforeAll(async () => {
  fixture = await createServiceListsFixture();
});
afterEach(() => fixture.clear());
afterAll(() => fixture.close());

/** A random service with few possible values, so that several rows share a sort key. */
const serviceArbitrary = fc.record({
  minute: fc.integer({ min: 0, max: 2 }),
  price: fc.integer({ min: 0, max: 2 }),
  reviews: fc.integer({ min: 0, max: 3 }),
  stars: fc.integer({ min: 1, max: 5 }),
  title: fc.constantFrom('Aula', 'Aula de mira', 'Mira e aula de mapa'),
});
type GeneratedService = (typeof serviceArbitrary extends fc.Arbitrary<infer T> ? T : never) & {
  title: string;
};

const addRow = (seller: string, { minute, price, reviews, stars, title }: GeneratedService) =>
  fixture.addService(seller, title, {
    created_at: new Date(Date.UTC(2026, 10, 20, 12, minute)),
    price,
    rating_sum: reviews * stars,
    rating_count: reviews,
    rank: Math.fround((reviews * stars + 17.5) / (reviews + 5)),
  });

describe('paging of service lists', () => {
  it('shows every service once, while others are published', async () => {
    const readAllWhilePublishing = async (
      sort: ServiceSort,
      limit: number,
      publishedBefore: GeneratedService[],
      publishedDuring: GeneratedService[],
    ) => {
      await fixture.clear();
      const seller = await fixture.addUser();
      const idsPublishedBefore = await Promise.all(
        publishedBefore.map((each) => addRow(seller, each)),
      );
      const seenIds: string[] = [];
      const query = { sort, limit: String(limit), q: sort === 'relevance' ? 'aula' : '' };
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const page = await fixture.readPage(cursor === undefined ? query : { ...query, cursor });
        seenIds.push(...page.services.map(({ id }) => id));
        if (page.nextCursor !== null) expect(page.services).toHaveLength(limit);
        cursor = page.nextCursor;
        const nextService = publishedDuring.pop();
        if (nextService) await addRow(seller, nextService);
      }
      expect(new Set(seenIds).size).toBe(seenIds.length);
      expect(idsPublishedBefore.filter((id) => !seenIds.includes(id))).toEqual([]);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(sortCursorRules) as ServiceSort[])),
        fc.integer({ min: 1, max: 7 }),
        fc.array(serviceArbitrary, { minLength: 1, maxLength: 25 }),
        fc.array(serviceArbitrary, { maxLength: 6 }),
        readAllWhilePublishing,
      ),
      { numRuns: 40 },
    );
  });

  it('reads pages of up to 50', async () => {
    const seller = await fixture.addUser();
    for (let n = 0; n < 52; n += 1) await fixture.addService(seller, `s${n}`);
    for (const limit of [19, 20, 21, 49, 50]) {
      const { services, nextCursor } = await fixture.readPage({ limit: String(limit) });
      expect(services).toHaveLength(limit);
      expect(nextCursor).not.toBeNull();
    }
  });
});
