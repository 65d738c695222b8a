import { expect, test } from 'vitest';
import { resourceKindOf } from './report-slow-performance.ts';

test.each([
  ['link', '/assets/index-1.css', 'style'],
  ['link', '/assets/chat-1.js', 'script'],
  ['css', '/assets/archivo-1.woff2', 'font'],
  ['img', '/art/categorias/osu.svg', 'image'],
  ['fetch', '/api/services', 'request'],
  ['navigation', '/', 'page'],
  ['video', '/x.mp4', 'other'],
] as const)('the resource that a %s loads from %s counts as %s', (initiator, path, kind) => {
  expect(resourceKindOf(initiator, path)).toBe(kind);
});
