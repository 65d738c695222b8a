import { readFile } from 'node:fs/promises';
import { artPath, fontFiles, systemThemeStyles } from '@guilda/design';
import type { FastifyInstance } from 'fastify';
import { paymentsSandboxPath } from '../sandbox-api.ts';

const own = (name: string) => new URL(`assets/${name}`, import.meta.url);

const css = 'text/css; charset=utf-8';
const files: readonly (readonly [name: string, type: string, path: string | URL])[] = [
  ['base.css', css, own('base.css')],
  ['controls.css', css, own('controls.css')],
  ['checkout.css', css, own('checkout.css')],
  ['checkout.js', 'text/javascript; charset=utf-8', own('checkout.js')],
  ['icon.svg', 'image/svg+xml', artPath('marca/icone.svg')],
  ...Object.entries(fontFiles()).map(([name, path]) => [name, 'font/woff2', path] as const),
];

/** Style, script and fonts of the checkout page: these files and no others. */
export async function assetRoutes(app: FastifyInstance): Promise<void> {
  const serve = (name: string, type: string, content: Buffer | string) =>
    app.get(`${paymentsSandboxPath}/assets/${name}`, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=3600').send(content),
    );
  serve('tokens.css', css, systemThemeStyles());
  for (const [name, type, path] of files) serve(name, type, await readFile(path));
}
