import { categories } from '@guilda/contract/categories';
import type { Queryable } from '../src/platform/database/prepared.ts';

const SERVICES_PER_SELLER = 20;
/** Rows of one statement, far from the time a statement may take. */
const BATCH = 5_000;

const games = ['Valorant', 'Minecraft', 'Dota', 'Fortnite', 'osu!', 'xadrez', 'desenho', 'música'];
const doings = ['Aula de', 'Treino de', 'Duo em', 'Análise de', 'Mentoria de', 'Conversa sobre'];

const sellers = `
  INSERT INTO users (uid, issuer, subject, username, display_name, role, discord_id, completed_sales, created_at)
  SELECT gen_random_uuid(), 'fill', gen_random_uuid()::text,
    'v' || substr(md5(random()::text), 1, 12), 'Vendedora ' || n, 'user',
    CASE WHEN n % 3 = 0 THEN gen_random_uuid()::text END, n % 7, now() - n % 500 * interval '1 day'
  FROM generate_series(1, $1::integer) n
  RETURNING uid`;

// Ratings, prices and ages are spread by the number alone, so that every filter finds its share.
const filling = `
  INSERT INTO services (id, seller_id, title, description, price, type, category, photo_url,
    rating_sum, rating_count, rank, created_at)
  SELECT gen_random_uuid(), ($2::uuid[])[1 + n % cardinality($2::uuid[])],
    ($3::text[])[1 + n % cardinality($3::text[])] || ' ' || ($4::text[])[1 + n % cardinality($4::text[])],
    'Encontro de uma hora com gravação, exercícios e respostas às suas perguntas, número ' || n || '.',
    (n::bigint * 7919 % 5000001)::integer, 'call', ($5::text[])[1 + n % cardinality($5::text[])],
    '/art/categorias/' || ($5::text[])[1 + n % cardinality($5::text[])] || '.svg',
    stars * reviews, reviews, (stars * reviews + 17.5) / (reviews + 5),
    now() - n * interval '37 seconds'
  FROM generate_series($1::integer, $6::integer) n
  CROSS JOIN LATERAL (SELECT n % 11 AS reviews, 1 + n % 5 AS stars) ratings`;

/**
 * Adds `count` active services of public sellers, 20 for each, in every category but those for
 * adults, and has the planner take notice: a catalogue to measure on.
 */
export async function fillServices(pool: Queryable, count: number): Promise<void> {
  const slugs = categories.filter(({ adult }) => !adult).map(({ slug }) => slug);
  const made = await pool.query<{ uid: string }>(sellers, [
    Math.max(1, Math.ceil(count / SERVICES_PER_SELLER)),
  ]);
  const uids = made.rows.map(({ uid }) => uid);
  for (let first = 1; first <= count; first += BATCH) {
    const last = Math.min(count, first + BATCH - 1);
    await pool.query(filling, [first, uids, doings, games, slugs, last]);
  }
  await pool.query('VACUUM (ANALYZE) users, services');
}
