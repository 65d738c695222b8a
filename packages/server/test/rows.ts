import { randomUUID } from 'node:crypto';
import { parseHashtags } from '@guilda/contract/hashtags';
import type { Queryable } from '../src/platform/database/prepared.ts';

/** Rows that tests put straight into the database, past every rule. */

type Columns = Readonly<Record<string, unknown>>;

async function insert(pool: Queryable, table: string, row: Columns): Promise<void> {
  const names = Object.keys(row);
  await pool.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(row),
  );
}

/** A person; `columns` are those of the table. Answers the uid. */
export async function addUserRow(pool: Queryable, columns: Columns = {}): Promise<string> {
  const uid = randomUUID();
  const username = `u${uid.replaceAll('-', '').slice(0, 12)}`;
  await insert(pool, 'users', { uid, issuer: 'test', subject: uid, username, ...columns });
  return uid;
}

/** An active service of a seller; answers its id. */
export async function addServiceRow(
  pool: Queryable,
  seller: string,
  columns: Columns = {},
): Promise<string> {
  const id = randomUUID();
  await insert(pool, 'services', {
    id,
    seller_id: seller,
    title: 'Aula de Valorant',
    description: 'Uma hora de treino de mira.',
    price: 4990,
    type: 'call',
    category: 'valorant',
    photo_url: '/art/categorias/valorant.svg',
    ...columns,
  });
  return id;
}

/** A purchase that was paid; answers its id. */
export async function addPaidOrderRow(
  pool: Queryable,
  order: { readonly service: string; readonly buyer: string; readonly seller: string },
  columns: Columns = {},
): Promise<string> {
  const id = randomUUID();
  await insert(pool, 'payments', {
    id,
    purchase_code: id.slice(0, 8).toUpperCase(),
    buyer_id: order.buyer,
    seller_id: order.seller,
    service_id: order.service,
    product_name: 'Aula de Valorant',
    type: 'call',
    price: 4990,
    photo_url: '/art/categorias/valorant.svg',
    service_status: 'awaiting_start',
    idempotency_key: id,
    expires_at: new Date('2026-11-20T13:00:00Z'),
    paid_at: new Date('2026-11-20T12:00:00Z'),
    ...columns,
  });
  return id;
}

/** A review of a purchase; answers its id. */
export async function addReviewRow(
  pool: Queryable,
  of: { readonly payment: string; readonly service: string; readonly seller: string },
  author: string,
  columns: Columns = {},
): Promise<string> {
  const id = randomUUID();
  await insert(pool, 'reviews', {
    id,
    payment_id: of.payment,
    service_id: of.service,
    seller_id: of.seller,
    author_id: author,
    title: 'Ruim',
    description: 'Péssimo',
    rating: 1,
    recommend: false,
    ...columns,
  });
  return id;
}

/** A file of a pack that was sent beforehand and waits; answers its id. There are no bytes behind it. */
export async function addArchiveRow(
  pool: Queryable,
  owner: string,
  columns: Columns = {},
): Promise<string> {
  const id = randomUUID();
  await insert(pool, 'archives', {
    id,
    owner_id: owner,
    name: 'antes.png',
    kind: 'PNG',
    type: 'image/png',
    size: 1,
    ready_at: new Date('2026-11-20T12:00:00Z'),
    ...columns,
  });
  return id;
}

/** A post; answers its uid. */
export async function addPostRow(
  pool: Queryable,
  author: string,
  columns: Columns = {},
): Promise<string> {
  const uid = randomUUID();
  await insert(pool, 'posts', { uid, author_id: author, title: 'Subi de elo', ...columns });
  return uid;
}

/** A comment that its post counts; answers its id. */
export async function addCommentRow(
  pool: Queryable,
  { post, author }: { readonly post: string; readonly author: string },
  columns: Columns = {},
): Promise<string> {
  const id = randomUUID();
  const row = { id, post_uid: post, author_id: author, text: 'Boa!', ...columns };
  await insert(pool, 'comments', row);
  await pool.query('UPDATE posts SET comment_count = comment_count + 1 WHERE uid = $1', [post]);
  return id;
}

/** A like that its post counts. */
export async function addLikeRow(pool: Queryable, post: string, user: string): Promise<void> {
  await insert(pool, 'post_likes', { post_uid: post, user_id: user });
  await pool.query('UPDATE posts SET like_count = like_count + 1 WHERE uid = $1', [post]);
}

/** Hashtags of a post, as they are looked up and as they are shown. */
export async function addHashtagRows(
  pool: Queryable,
  post: string,
  names: readonly string[],
): Promise<void> {
  const tags = parseHashtags(names.join(' '));
  await pool.query('UPDATE posts SET hashtags = $2 WHERE uid = $1', [
    post,
    tags.map(({ name }) => name),
  ]);
  await pool.query(
    `INSERT INTO post_hashtags (post_uid, created_at, tag, name)
     SELECT uid, created_at, tag, name FROM posts, unnest($2::text[], $3::text[]) AS made(tag, name)
     WHERE uid = $1`,
    [post, tags.map(({ tag }) => tag), tags.map(({ name }) => name)],
  );
}

/** Something a person was told and has not read; answers its id. */
export async function addNotificationRow(
  pool: Queryable,
  receiver: string,
  columns: Columns = {},
): Promise<string> {
  const id = randomUUID();
  await insert(pool, 'notifications', {
    id,
    receiver_id: receiver,
    type: 'gift',
    content: 'Um presente.',
    dedupe_key: id,
    ...columns,
  });
  return id;
}
