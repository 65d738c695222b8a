import { create as contentDisposition } from 'content-disposition';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/pool.ts';
import {
  answerNotFound,
  privateHeaders,
  sendElsewhere,
  sendPrivateFile,
} from '../../platform/http/stored-file.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { archiveKey, previewKey, savedName } from '../archives/index.ts';
import { noteDownload } from './download-store.ts';
import { openPack } from './open-pack.ts';
import { PACK_PATH, type PackAddresses, type PackRight } from './pack-address.ts';
import { type FileRow, packFiles } from './pack-queries.ts';
import { zipName, zipOf } from './zip.ts';

export interface PackServing {
  readonly database: Pick<Database, 'db' | 'pool'>;
  readonly files: Pick<FileStore, 'get' | 'stat' | 'direct'>;
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
      if (!right) return answerNotFound(reply);
      const open = await openPack(serving.database.pool, right.scope);
      if (!open.ok) return answerNotFound(reply);
      if (right.use === 'zip') return sendZip(serving, right, open.value.title, request, reply);
      const [file] = await packFiles(serving.database.pool, right.scope, right.archiveId);
      if (!file) return answerNotFound(reply);
      return sendFile(serving, right, file, request, reply);
    },
  });
};

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
  if (files.length === 0) return answerNotFound(reply);
  reply.headers({
    ...privateHeaders,
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

async function sendFile(
  serving: PackServing,
  right: PackRight,
  row: FileRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const preview = right.use === 'preview';
  const file = {
    files: serving.files,
    key: preview ? previewKey(row.id) : archiveKey(row.id, row.type),
    etag: `"${row.id}-${preview ? 'p' : 'f'}"`,
    disposition: dispositionOf(right, row),
    begin: () => note(serving, right),
  };
  return serving.files.direct && request.method === 'GET'
    ? sendElsewhere(request, reply, { ...file, direct: serving.files.direct })
    : sendPrivateFile(request, reply, file);
}
