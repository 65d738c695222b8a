import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { sandboxPath } from '../sandbox-api.ts';

const { resolve } = createRequire(import.meta.url);
const own = (name: string) => new URL(`assets/${name}`, import.meta.url);

const css = 'text/css; charset=utf-8';
const files: readonly (readonly [name: string, type: string, path: string | URL])[] = [
  ['tokens.css', css, own('tokens.css')],
  ['base.css', css, own('base.css')],
  ['controls.css', css, own('controls.css')],
  ['checkout.css', css, own('checkout.css')],
  ['checkout.js', 'text/javascript; charset=utf-8', own('checkout.js')],
  ['icon.svg', 'image/svg+xml', own('icon.svg')],
  [
    'archivo.woff2',
    'font/woff2',
    resolve('@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'),
  ],
  [
    'grenze-gotisch.woff2',
    'font/woff2',
    resolve('@fontsource-variable/grenze-gotisch/files/grenze-gotisch-latin-wght-normal.woff2'),
  ],
  ['grenze.woff2', 'font/woff2', resolve('@fontsource/grenze/files/grenze-latin-700-normal.woff2')],
];

/** Style, script and fonts of the checkout page: these files and no others. */
export async function assetRoutes(app: FastifyInstance): Promise<void> {
  for (const [name, type, path] of files) {
    const content = await readFile(path);
    app.get(`${sandboxPath}/assets/${name}`, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=3600').send(content),
    );
  }
}
