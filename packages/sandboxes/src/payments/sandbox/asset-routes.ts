import { readFile } from 'node:fs/promises';
import { artPath, fontFiles, systemThemeStyles } from '@guilda/design';
import type { FastifyInstance } from 'fastify';
import { paymentsSandboxPath } from '../sandbox-api.ts';

const ownAssetUrl = (name: string) => new URL(`assets/${name}`, import.meta.url);

const CSS_CONTENT_TYPE = 'text/css; charset=utf-8';
const assetFiles: readonly (readonly [name: string, type: string, path: string | URL])[] = [
  ['base.css', CSS_CONTENT_TYPE, ownAssetUrl('base.css')],
  ['controls.css', CSS_CONTENT_TYPE, ownAssetUrl('controls.css')],
  ['checkout.css', CSS_CONTENT_TYPE, ownAssetUrl('checkout.css')],
  ['checkout.js', 'text/javascript; charset=utf-8', ownAssetUrl('checkout.js')],
  ['icon.svg', 'image/svg+xml', artPath('marca/icone.svg')],
  ...Object.entries(fontFiles()).map(([name, path]) => [name, 'font/woff2', path] as const),
];

/** Serves the style sheets, the script and the fonts of the checkout page, and no other files. */
export async function assetRoutes(app: FastifyInstance): Promise<void> {
  const serve = (name: string, type: string, content: Buffer | string) =>
    app.get(`${paymentsSandboxPath}/assets/${name}`, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=3600').send(content),
    );
  serve('tokens.css', CSS_CONTENT_TYPE, systemThemeStyles());
  for (const [name, type, path] of assetFiles) serve(name, type, await readFile(path));
}
