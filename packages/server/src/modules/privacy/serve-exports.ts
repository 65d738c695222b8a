import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../../platform/database/pool.ts';
import { sendRefusal } from '../../platform/http/refusal.ts';
import { answerNotFound, sendPrivateFile } from '../../platform/http/stored-file.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { EXPORT_PATH, type ExportAddresses } from './export-address.ts';
import { exportFileName } from './export-name.ts';
import { findReadyExport } from './export-store.ts';

export interface ServeExportsDeps {
  readonly database: Pick<Database, 'db'>;
  readonly files: Pick<FileStore, 'get' | 'stat'>;
  readonly exportAddresses: ExportAddresses;
  readonly limiter: Pick<RateLimiter, 'take'>;
}

/**
 * Serves `GET` and `HEAD` of export addresses. Every request checks that the export is still available, so that a
 * closed account or an expired export invalidates all addresses. Requests count towards the limit `general` of the
 * export's owner and are answered with 429 above it; every other failure is answered with 404.
 */
export const serveExports: FastifyPluginAsync<ServeExportsDeps> = async (app, deps) => {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${EXPORT_PATH}:token`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { token } = request.params as { token: string };
      const grant = deps.exportAddresses.read(token);
      if (!grant) return answerNotFound(reply);
      const permission = await deps.limiter.take('general', grant.personId);
      if (!permission.ok) return sendRefusal(request, reply, permission);
      const readyExport = await findReadyExport(deps.database.db, grant);
      if (!readyExport?.fileKey) return answerNotFound(reply);
      return sendPrivateFile(request, reply, {
        files: deps.files,
        key: readyExport.fileKey,
        etag: `"${readyExport.id}"`,
        disposition: `attachment; filename="${exportFileName(readyExport.createdAt)}"`,
      });
    },
  });
};
