import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';
import pg from 'pg';

/**
 * This file is the baseline server, called the bare server: Fastify with an equivalent indexed query for each measured
 * route on the same database, a route that sends the same bytes without any work, and a route that streams a body to
 * disk.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const app = Fastify();

const serviceColumns = `s.id, s.title, s.description, s.price, s.type, s.category, s.photo_url, s.status,
  s.rating_sum, s.rating_count, s.created_at, u.uid, u.username, u.display_name,
  u.photo_url AS seller_photo, u.role, u.created_at AS seller_since, u.discord_id,
  u.completed_sales, u.top_contributor, u.supporter, u.deleted_at`;
const visibleService = `s.status = 'active' AND s.deleted_at IS NULL AND s.hidden_at IS NULL AND NOT s.adult
  AND u.deleted_at IS NULL AND u.suspended_at IS NULL AND u.privacy = 'public'`;

const serviceListStatement = {
  name: 'list',
  text: `SELECT ${serviceColumns} FROM services s JOIN users u ON u.uid = s.seller_id
    WHERE ${visibleService} ORDER BY s.created_at DESC, s.id DESC LIMIT 21`,
};
const serviceStatement = {
  name: 'detail',
  text: `SELECT ${serviceColumns} FROM services s JOIN users u ON u.uid = s.seller_id WHERE s.id = $1 AND ${visibleService}`,
};

const authorColumns = `u.uid, u.username, u.display_name, u.photo_url AS author_photo, u.role,
  u.created_at AS author_since, u.discord_id, u.completed_sales, u.top_contributor, u.supporter,
  u.deleted_at`;
const selectPosts = `SELECT p.uid AS post, p.title, p.description, p.hashtags, p.photo_url, p.service_id,
    p.sensitive, p.like_count, p.comment_count, p.created_at, ${authorColumns}
  FROM posts p JOIN users u ON u.uid = p.author_id`;
const visiblePost = `p.hidden_at IS NULL AND NOT p.sensitive AND u.deleted_at IS NULL
  AND u.suspended_at IS NULL AND u.privacy = 'public'`;

const feedStatement = {
  name: 'feed',
  text: `${selectPosts} WHERE ${visiblePost} ORDER BY p.created_at DESC, p.uid DESC LIMIT 21`,
};
const postStatement = { name: 'post', text: `${selectPosts} WHERE p.uid = $1 AND ${visiblePost}` };
const commentsStatement = {
  name: 'comments',
  text: `SELECT c.id, c.text, c.created_at, ${authorColumns}
    FROM comments c JOIN users u ON u.uid = c.author_id
    WHERE c.post_uid = $1 AND c.hidden_at IS NULL AND EXISTS (
      SELECT FROM posts p JOIN users u ON u.uid = p.author_id WHERE p.uid = $1 AND ${visiblePost})
    ORDER BY c.created_at DESC, c.id DESC LIMIT 21`,
};

const messageHistoryStatement = {
  name: 'history',
  text: `SELECT m.id, m.sender_id, m.receiver_id, m.message, m.sent_at, m.seq, r.read_at
    FROM messages m LEFT JOIN conversation_members r
      ON r.conversation_id = m.conversation_id AND r.uid = m.receiver_id AND r.read_seq >= m.seq
    WHERE m.conversation_id = (SELECT id FROM conversations
      WHERE low_id = least($1::uuid, $2::uuid) AND high_id = greatest($1::uuid, $2::uuid))
    ORDER BY m.sent_at DESC LIMIT 15`,
};

let copiedList = Buffer.alloc(0);

app.get('/list', async () => ({ services: (await pool.query(serviceListStatement)).rows }));
app.get<{ Params: { id: string } }>('/detail/:id', async ({ params }) => ({
  service: (await pool.query({ ...serviceStatement, values: [params.id] })).rows[0],
}));
app.get('/feed', async () => ({ posts: (await pool.query(feedStatement)).rows }));
app.get<{ Params: { uid: string } }>('/post/:uid', async ({ params }) => ({
  post: (await pool.query({ ...postStatement, values: [params.uid] })).rows[0],
}));
app.get<{ Params: { uid: string } }>('/comments/:uid', async ({ params }) => ({
  comments: (await pool.query({ ...commentsStatement, values: [params.uid] })).rows,
}));
app.get<{ Params: { a: string; b: string } }>('/history/:a/:b', async ({ params }) => ({
  messages: (await pool.query({ ...messageHistoryStatement, values: [params.a, params.b] })).rows,
}));
app.put('/bytes', async (request) => {
  copiedList = Buffer.from(JSON.stringify(request.body));
  return {};
});
app.get('/bytes', async (_request, reply) => reply.type('application/json').send(copiedList));
/**
 * Compressed responses of the measured program, by name. `pages.ts` stores them here, so that this server can send the
 * same bytes.
 */
const copiedResponses = new Map<string, Buffer>();
app.addContentTypeParser(
  'application/octet-stream',
  { parseAs: 'buffer' },
  (_request, body, done) => done(null, body),
);
app.put<{ Params: { name: string } }>('/bytes/:name', async ({ params, body }) => {
  copiedResponses.set(params.name, body as Buffer);
  return {};
});
app.get<{ Params: { name: string } }>('/bytes/:name', async ({ params }, reply) =>
  reply.type('text/html').header('content-encoding', 'br').send(copiedResponses.get(params.name)),
);
app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
app.post('/upload', async (request) => {
  const path = join(process.env['DATA_DIR'] ?? tmpdir(), randomUUID());
  // The file is flushed to the disk before the answer, because the program does the same.
  await pipeline(request.body as IncomingMessage, createWriteStream(path, { flush: true }));
  return {};
});
app.get('/healthz', async () => ({}));

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
process.on('SIGTERM', async () => {
  await app.close();
  await pool.end();
});
