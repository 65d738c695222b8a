import { categories } from '@guilda/contract/categories';
import type { Queryable } from '../src/platform/database/prepared.ts';
import { descriptionOf, personOf, seeded, titleOf } from './fill-words.ts';

const SERVICES_PER_SELLER = 20;
/** Rows of one statement, far from the time a statement may take. */
const BATCH = 5_000;

const people = `
  INSERT INTO users (uid, issuer, subject, username, display_name, role, privacy, discord_id,
    completed_sales, created_at)
  SELECT gen_random_uuid(), 'fill', gen_random_uuid()::text, username, name, 'user',
    CASE WHEN n % 50 = 0 THEN 'private' ELSE 'public' END,
    CASE WHEN n % 3 = 0 THEN gen_random_uuid()::text END,
    CASE WHEN n % 4 = 0 THEN n % 97 ELSE 0 END, now() - n * interval '11 minutes'
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS made(username, name, place),
    LATERAL (SELECT place + $3::integer AS n) numbers
  RETURNING uid`;

// Ratings, prices and ages are spread by the number alone, so that every filter finds its share.
const filling = `
  INSERT INTO services (id, seller_id, title, description, price, type, category, photo_url,
    rating_sum, rating_count, rank, created_at)
  SELECT gen_random_uuid(), ($2::uuid[])[1 + n % cardinality($2::uuid[])], title, description,
    (n::bigint * 7919 % 5000001)::integer, CASE WHEN n % 4 = 0 THEN 'media' ELSE 'call' END,
    ($5::text[])[1 + n % cardinality($5::text[])],
    '/art/categorias/' || ($5::text[])[1 + n % cardinality($5::text[])] || '.svg',
    stars * reviews, reviews, (stars * reviews + 17.5) / (reviews + 5),
    now() - n * interval '37 seconds'
  FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS made(title, description, place),
    LATERAL (SELECT (place + $1::integer)::integer AS n) numbers,
    LATERAL (SELECT n % 11 AS reviews, 1 + n % 5 AS stars) ratings`;

/** The numbers from 0 to below `count` in batches: each one's first number and its size. */
function* batches(count: number): Generator<readonly [first: number, size: number]> {
  for (let first = 0; first < count; first += BATCH) yield [first, Math.min(BATCH, count - first)];
}

/** Adds people with everyday names, few of them private; answers their uids. */
async function fillPeople(pool: Queryable, count: number): Promise<string[]> {
  const random = seeded(1);
  const uids: string[] = [];
  for (const [first, size] of batches(count)) {
    const made = Array.from({ length: size }, (_, place) => personOf(first + place + 1, random));
    const names = [made.map(({ username }) => username), made.map((one) => one.displayName)];
    const { rows } = await pool.query<{ uid: string }>(people, [...names, first]);
    uids.push(...rows.map(({ uid }) => uid));
  }
  return uids;
}

/**
 * Adds `count` active services, 20 for each seller, in every category but those for adults, and has
 * the planner take notice: a catalogue to measure on. There are at least `persons` people.
 */
export async function fillServices(pool: Queryable, count: number, persons = 0): Promise<void> {
  const slugs = categories.filter(({ adult }) => !adult).map(({ slug }) => slug);
  const sellers = Math.max(1, Math.ceil(count / SERVICES_PER_SELLER));
  const uids = (await fillPeople(pool, Math.max(sellers, persons))).slice(0, sellers);
  const random = seeded(2);
  for (const [first, size] of batches(count)) {
    const titles = Array.from({ length: size }, () => titleOf(random));
    const descriptions = Array.from({ length: size }, () => descriptionOf(random));
    await pool.query(filling, [first, uids, titles, descriptions, slugs]);
  }
  await pool.query('VACUUM (ANALYZE) users, services, title_words, name_words');
}
