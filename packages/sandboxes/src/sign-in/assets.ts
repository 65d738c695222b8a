import { readFile } from 'node:fs/promises';
import { fontFiles, readArt, systemThemeStyles } from '@guilda/design';
import type { FastifyInstance } from 'fastify';

/** Reads the wordmark as SVG text; inlined in a page, the drawing takes on the colour of the text around it. */
export const readWordmark = (): string => readArt('wordmark-labelled.svg');

/** Serves the pages' style sheets and fonts under `/assets`. */
export async function serveAssets(app: FastifyInstance): Promise<void> {
  const cssType = 'text/css; charset=utf-8';
  serveAsset(app, 'tokens.css', cssType, Buffer.from(systemThemeStyles()));
  serveAsset(
    app,
    'pages.css',
    cssType,
    await readFile(new URL('assets/pages.css', import.meta.url)),
  );
  for (const [name, path] of Object.entries(fontFiles())) {
    serveAsset(app, name, 'font/woff2', await readFile(path));
  }
}

function serveAsset(app: FastifyInstance, name: string, type: string, content: Buffer): void {
  app.get(`/assets/${name}`, (_request, reply) =>
    reply.type(type).header('cache-control', 'public, max-age=3600').send(content),
  );
}
