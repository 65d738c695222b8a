import { create as contentDisposition } from 'content-disposition';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/pool.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { archiveKey, previewKey, savedName } from '../archives/index.ts';
import { noteDownload } from './download-store.ts';
import { openPack } from './open-pack.ts';
import { PACK_PATH, type PackAddresses, type PackRight } from './pack-address.ts';
import { type FileRow, packFiles } from './pack-queries.ts';
import { type Wanted, wantedOf } from './range.ts';
import { zipName, zipOf } from './zip.ts';

export interface PackServing {
  readonly database: Pick<Database, 'db' | 'pool'>;
  readonly files: Pick<FileStore, 'get' | 'stat'>;
  readonly addresses: PackAddresses;
}

/**
 * `GET` and `HEAD` of the addresses of packs. Whether the person may still have the file is asked
 * anew each time: a refund, moderation, the end of an age check or of an account end every address
 * at once, and whatever is wrong is a 404 (`product §12`).
 */
export const servePacks: FastifyPluginAsync<PackServing> = async (app, serving) => {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${PACK_PATH}:word`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { word } = request.params as { word: string };
      const right = serving.addresses.read(word);
      if (!right) return notFound(reply);
      const open = await openPack(serving.database.pool, right.scope);
      if (!open.ok) return notFound(reply);
      if (right.use === 'zip') return sendZip(serving, right, open.value.title, request, reply);
      const [file] = await packFiles(serving.database.pool, right.scope, right.archiveId);
      if (!file) return notFound(reply);
      return sendFile(serving, right, file, request, reply);
    },
  });
};

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

const guarded = {
  // Of one person: no cache on the way may keep it, and the browser's own forgets it.
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Counts what a buyer opens or saves from its beginning; the seller's own looks are nobody's news. */
async function note({ database }: PackServing, { scope, use, archiveId }: PackRight) {
  if (scope.kind !== 'order' || use === 'preview') return;
  await noteDownload(database.db, scope.id, archiveId, use);
}

async function sendZip(
  serving: PackServing,
  right: PackRight,
  title: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const files = await packFiles(serving.database.pool, right.scope);
  if (files.length === 0) return notFound(reply);
  reply.headers({
    ...guarded,
    'content-type': 'application/zip',
    'content-disposition': contentDisposition(zipName(title)),
  });
  if (request.method === 'HEAD') return reply.send();
  await note(serving, right);
  const zip = await zipOf(serving.files, files);
  return reply.header('content-length', zip.size).send(zip.stream);
}

function dispositionOf({ use }: PackRight, { name, type }: FileRow): string {
  if (use === 'preview') return 'inline';
  // Pictures and players show it all the same; by itself nothing that a person sent opens.
  return contentDisposition(savedName(name, type));
}

/** A range counts only for the very file it was begun with. */
function wanted(request: FastifyRequest, etag: string, size: number): Wanted {
  const { range, 'if-range': ifRange } = request.headers;
  const same = ifRange === undefined || ifRange === etag;
  return wantedOf(request.method === 'GET' && same ? range : undefined, size);
}

async function sendFile(
  serving: PackServing,
  right: PackRight,
  row: FileRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const key = right.use === 'preview' ? previewKey(row.id) : archiveKey(row.id, row.type);
  const facts = await serving.files.stat(key);
  if (!facts) return notFound(reply);
  const etag = `"${row.id}-${right.use === 'preview' ? 'p' : 'f'}"`;
  reply.headers({
    ...guarded,
    'content-type': facts.contentType,
    'content-disposition': dispositionOf(right, row),
    'accept-ranges': 'bytes',
    etag,
  });
  const part = wanted(request, etag, facts.size);
  if (part.kind === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${facts.size}`).send();
  }
  const { start, end } = part.kind === 'part' ? part.range : { start: 0, end: facts.size - 1 };
  reply.header('content-length', end - start + 1);
  if (part.kind === 'part') {
    reply.code(206).header('content-range', `bytes ${start}-${end}/${facts.size}`);
  }
  if (request.method === 'HEAD') return reply.send();
  if (start === 0) await note(serving, right);
  const file = await serving.files.get(key, part.kind === 'part' ? { range: part.range } : {});
  if (file) return reply.send(file.stream);
  return notFound(reply.removeHeader('content-length').removeHeader('content-range'));
}
