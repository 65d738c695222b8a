import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { artPath } from '@guilda/design';
import type { Plugin } from 'vite';

const PREFIX = 'art/marca/';
const folder = artPath('marca');
const types: Record<string, string> = { svg: 'image/svg+xml', png: 'image/png' };

/** Serves the brand's art under the address that pages and the manifest know, without a hash in the name. */
export function brandArt(): Plugin {
  return {
    name: 'guilda-brand-art',
    configureServer(server) {
      server.middlewares.use(`/${PREFIX}`, (request, response, next) => {
        const name = (request.url ?? '').split('?')[0]?.slice(1) ?? '';
        if (!readdirSync(folder).includes(name)) return next();
        response.setHeader('content-type', types[name.split('.').at(-1) ?? ''] ?? '');
        response.end(readFileSync(join(folder, name)));
      });
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const name of readdirSync(folder))
        this.emitFile({
          type: 'asset',
          fileName: PREFIX + name,
          source: readFileSync(join(folder, name)),
        });
    },
  };
}
