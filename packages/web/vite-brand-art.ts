import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { artPath } from '@guilda/design';
import type { Plugin } from 'vite';

const ADDRESS_PREFIX = 'art/marca/';
const brandArtFolder = artPath('marca');
const mediaTypes: Record<string, string> = { svg: 'image/svg+xml', png: 'image/png' };

/** Serves the brand's pictures at the addresses in pages and manifest, without a hash in the file name. */
export function brandArt(): Plugin {
  return {
    name: 'guilda-brand-art',
    configureServer(server) {
      server.middlewares.use(`/${ADDRESS_PREFIX}`, (request, response, next) => {
        const name = (request.url ?? '').split('?')[0]?.slice(1) ?? '';
        if (!readdirSync(brandArtFolder).includes(name)) return next();
        response.setHeader('content-type', mediaTypes[name.split('.').at(-1) ?? ''] ?? '');
        response.end(readFileSync(join(brandArtFolder, name)));
      });
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const name of readdirSync(brandArtFolder))
        this.emitFile({
          type: 'asset',
          fileName: ADDRESS_PREFIX + name,
          source: readFileSync(join(brandArtFolder, name)),
        });
    },
  };
}
