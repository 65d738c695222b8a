import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';

const require = createRequire(import.meta.url);

const fonts = {
  'archivo.woff2': require.resolve(
    '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
  ),
  'grenze-gotisch.woff2': require.resolve(
    '@fontsource-variable/grenze-gotisch/files/grenze-gotisch-latin-wght-normal.woff2',
  ),
  'grenze.woff2': require.resolve('@fontsource/grenze/files/grenze-latin-700-normal.woff2'),
};

/** The wordmark's SVG, to stand inside a page and take its colour. */
export function readWordmark(): Promise<string> {
  return readFile(new URL('assets/wordmark.svg', import.meta.url), 'utf8');
}

/** Serves the pages' style sheet and fonts under `/assets`. */
export async function serveAssets(app: FastifyInstance): Promise<void> {
  const css = await readFile(new URL('assets/pages.css', import.meta.url));
  serve(app, 'pages.css', 'text/css; charset=utf-8', css);
  for (const [name, path] of Object.entries(fonts)) {
    serve(app, name, 'font/woff2', await readFile(path));
  }
}

function serve(app: FastifyInstance, name: string, type: string, content: Buffer): void {
  app.get(`/assets/${name}`, (_request, reply) =>
    reply.type(type).header('cache-control', 'public, max-age=3600').send(content),
  );
}
