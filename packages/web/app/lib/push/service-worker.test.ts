import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { artPath } from '@guilda/design';
import { expect, test } from 'vitest';

const publicFileUrl = (name: string) => new URL(`../../../public/${name}`, import.meta.url);
const readPublicFile = (name: string) => readFileSync(publicFileUrl(name), 'utf8');
const sha256 = (text: string) => createHash('sha256').update(text);

const offlinePage = readPublicFile('offline.html');
const tagContent = (tag: string) => offlinePage.split(`<${tag}>`)[1]?.split(`</${tag}>`)[0] ?? '';
const cspHashOf = (tag: string) => `'sha256-${sha256(tagContent(tag)).digest('base64')}'`;

test('the offline page may run only its own script and style', () => {
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(offlinePage)?.[1];
  expect(policy).toBe(
    `default-src 'none'; style-src ${cspHashOf('style')}; script-src ${cspHashOf('script')}; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`,
  );
});

test('the offline page loads nothing from the network', () => {
  expect(offlinePage).not.toMatch(/<(link|img|iframe)|<script [^>]*src|url\((?!data:|#)/);
});

test('the name of the cache in the service worker changes with the offline page', () => {
  const version = sha256(offlinePage).digest('hex').slice(0, 16);
  expect(readPublicFile('sw.js')).toContain(`const OFFLINE_CACHE = 'guilda-offline-${version}';`);
});

test('all files that the manifest names exist', () => {
  const manifest = JSON.parse(readPublicFile('manifest.webmanifest'));
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(
    expect.arrayContaining(['192x192', '512x512']),
  );
  for (const { src } of manifest.icons) {
    // The brand's pictures are served from the design package.
    expect(src).toMatch(/^\/art\/marca\//);
    expect(existsSync(artPath(src.slice('/art/'.length))), src).toBe(true);
  }
});
