import { categories } from '@guilda/contract/services/categories';
import type pg from 'pg';
import type { LoadData } from './load-data.ts';

const readColumn = async (client: pg.Client, sql: string): Promise<string[]> =>
  (await client.query<{ it: string }>(sql)).rows.map(({ it }) => it);

/** Reads a thousand public ids of each kind, and words of titles as search texts. */
export async function readPublicData(
  client: pg.Client,
): Promise<Pick<LoadData, 'serviceIds' | 'postUids' | 'searchTexts' | 'categories'>> {
  return {
    serviceIds: await readColumn(
      client,
      `SELECT services.id AS it FROM services TABLESAMPLE BERNOULLI (5) REPEATABLE (1)
       JOIN users ON users.uid = seller_id WHERE users.privacy = 'public' AND services.price > 0 LIMIT 1000`,
    ),
    postUids: await readColumn(
      client,
      `SELECT posts.uid AS it FROM posts TABLESAMPLE BERNOULLI (5) REPEATABLE (1)
       JOIN users ON users.uid = author_id WHERE users.privacy = 'public' AND NOT sensitive LIMIT 1000`,
    ),
    searchTexts: await readColumn(
      client,
      `SELECT split_part(title, ' ', 1 + (length(title) % 2)) AS it
       FROM services TABLESAMPLE BERNOULLI (5) REPEATABLE (2) WHERE title LIKE '% %' LIMIT 1000`,
    ),
    categories: categories.filter(({ adult }) => !adult).map(({ slug }) => slug),
  };
}
