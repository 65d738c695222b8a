import { create as contentDisposition } from 'content-disposition';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/pool.ts';
import { sendRefusal } from '../../platform/http/refusal.ts';
import {
  answerNotFound,
  privateHeaders,
  redirectToStorage,
  reportSentBytes,
  sendPrivateFile,
} from '../../platform/http/stored-file.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { markPackOpened } from '../orders/index.ts';
import { downloadFileName, packFileKey, previewKey } from '../pack-files/index.ts';
import { createDownloadCounter, type DownloadCounter } from './download-counter.ts';
import { findAccessiblePack } from './open-pack.ts';
import { PACK_PATH, type PackAddresses, type PackGrant } from './pack-address.ts';
import { listPackFiles, type PackDetails, type PackFileListRow } from './pack-queries.ts';
import type { SentBytesCounter } from './sent-bytes-counter.ts';
import { createPackZip, packZipName } from './zip.ts';

export interface ServePacksDeps {
  readonly database: Pick<Database, 'db' | 'pool'>;
  readonly files: Pick<FileStore, 'get' | 'stat' | 'presignedUrls'>;
  readonly addresses: PackAddresses;
  readonly limiter: Pick<RateLimiter, 'take'>;
  readonly sentBytes: SentBytesCounter;
}

interface ServeFileDeps extends ServePacksDeps {
  readonly downloads: DownloadCounter;
}

/**
 * Serves `GET` and `HEAD` of pack addresses. Access is checked on every request, so that a refund, a moderation action,
 * an expired age check or a closed account invalidates all addresses at once. Requests count towards the limit `general`
 * of the person of the address and are answered with 429 above it; every other failure is answered with 404.
 */
export const servePacks: FastifyPluginAsync<ServePacksDeps> = async (app, options) => {
  const deps = { ...options, downloads: createDownloadCounter(options.database) };
  // A failure is ignored: counts that cannot be stored before the process ends are lost.
  app.addHook('onClose', () => deps.sentBytes.store().catch(() => undefined));
  app.route({
    method: ['GET', 'HEAD'],
    url: `${PACK_PATH}:word`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { word } = request.params as { word: string };
      const readGrant = deps.addresses.read(word);
      if (!readGrant) return answerNotFound(reply);
      const permission = await deps.limiter.take('general', readGrant.scope.person);
      if (!permission.ok) return sendRefusal(request, reply, permission);
      const accessiblePack = await findAccessiblePack(deps.database.pool, readGrant.scope);
      if (!accessiblePack.ok) return answerNotFound(reply);
      const grant = { ...readGrant, wasOpened: accessiblePack.value.wasOpened };
      if (readGrant.use === 'zip')
        return sendZip(deps, grant, accessiblePack.value.title, request, reply);
      const [file] = await listPackFiles(deps.database.pool, readGrant.scope, readGrant.archiveId);
      if (!file) return answerNotFound(reply);
      return sendFile(deps, grant, file, request, reply);
    },
  });
};

/**
 * The permission of a pack address, for a pack that the person may open now. `wasOpened`: the person opened the pack
 * before.
 */
type OpenedPackGrant = PackGrant & Pick<PackDetails, 'wasOpened'>;

/**
 * Records that a buyer is about to receive bytes of the pack; false when the order was refunded at the same time. The
 * first time it asks the storage for the file with this `key` before, because a buyer who receives nothing keeps the right
 * to a refund (`docs/product/orders.md`); rejects when the storage is unavailable.
 */
async function recordOpening(
  { database, files }: ServePacksDeps,
  { wasOpened, scope }: OpenedPackGrant,
  key: string,
): Promise<boolean> {
  if (wasOpened) return true;
  return (await files.stat(key)) !== null && markPackOpened(database.db, scope.id);
}

/**
 * Records a view or download by a buyer in the download log. Call it only for requests that start at the first byte, so
 * that a file sent in parts counts once.
 */
async function logBuyerDownload(
  { downloads }: ServeFileDeps,
  { scope, use, archiveId }: PackGrant,
) {
  if (scope.kind !== 'order' || use === 'preview') return;
  await downloads.count({ orderId: scope.id, archiveId, kind: use });
}

/**
 * Returns a function that counts the bytes sent to a buyer with this permission; undefined for the owner of the pack.
 */
function sentBytesCounterFor({ sentBytes }: ServePacksDeps, { scope, use, archiveId }: PackGrant) {
  if (scope.kind !== 'order') return undefined;
  const file = { orderId: scope.id, archiveId, kind: use };
  return (bytes: number | null) => sentBytes.count(file, bytes);
}

async function sendZip(
  deps: ServeFileDeps,
  grant: OpenedPackGrant,
  title: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const files = await listPackFiles(deps.database.pool, grant.scope);
  const [firstFile] = files;
  if (!firstFile) return answerNotFound(reply);
  const isHead = request.method === 'HEAD';
  const firstKey = packFileKey(firstFile.id, firstFile.type);
  if (!isHead && !(await recordOpening(deps, grant, firstKey))) return answerNotFound(reply);
  reply.headers({
    ...privateHeaders,
    'content-type': 'application/zip',
    'content-disposition': contentDisposition(packZipName(title)),
  });
  if (isHead) return reply.send();
  await logBuyerDownload(deps, grant);
  const zip = await createPackZip(deps.files, files);
  const countSentBytes = sentBytesCounterFor(deps, grant);
  if (countSentBytes) reportSentBytes(reply, zip.size, countSentBytes);
  return reply.header('content-length', zip.size).send(zip.stream);
}

function contentDispositionOf({ use }: PackGrant, { name, type }: PackFileListRow): string {
  if (use === 'preview') return 'inline';
  // `attachment`, so that uploaded content never opens as a page. Image and video elements show it all the same.
  return contentDisposition(downloadFileName(name, type));
}

async function sendFile(
  deps: ServeFileDeps,
  grant: OpenedPackGrant,
  row: PackFileListRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const isPreview = grant.use === 'preview';
  const countSentBytes = sentBytesCounterFor(deps, grant);
  const key = isPreview ? previewKey(row.id) : packFileKey(row.id, row.type);
  const file = {
    ...(countSentBytes ? { onSent: countSentBytes } : {}),
    files: deps.files,
    key,
    etag: `"${row.id}-${isPreview ? 'p' : 'f'}"`,
    disposition: contentDispositionOf(grant, row),
    permit: () => recordOpening(deps, grant, key),
    begin: () => logBuyerDownload(deps, grant),
  };
  return deps.files.presignedUrls && request.method === 'GET'
    ? redirectToStorage(request, reply, { ...file, presignedUrls: deps.files.presignedUrls })
    : sendPrivateFile(request, reply, file);
}
