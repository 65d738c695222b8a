import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../../platform/database/pool.ts';
import { answerNotFound, sendPrivateFile } from '../../platform/http/stored-file.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { EXPORT_PATH, type ExportAddresses } from './export-address.ts';
import { exportName } from './export-name.ts';
import { findReady } from './export-store.ts';

export interface ExportServing {
  readonly database: Pick<Database, 'db'>;
  readonly files: Pick<FileStore, 'get' | 'stat'>;
  readonly exportAddresses: ExportAddresses;
}

/**
 * `GET` and `HEAD` of the addresses of copies. Whether the person may still have it is asked anew each
 * time: a closed account and the end of the week end every address; whatever is wrong is a 404.
 */
export const serveExports: FastifyPluginAsync<ExportServing> = async (app, serving) => {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${EXPORT_PATH}:word`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { word } = request.params as { word: string };
      const right = serving.exportAddresses.read(word);
      const found = right && (await findReady(serving.database.db, right));
      if (!found?.fileKey) return answerNotFound(reply);
      return sendPrivateFile(request, reply, {
        files: serving.files,
        key: found.fileKey,
        etag: `"${found.id}"`,
        disposition: `attachment; filename="${exportName(found.createdAt)}"`,
      });
    },
  });
};
