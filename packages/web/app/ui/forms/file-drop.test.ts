import { expect, test } from 'vitest';
import { fileSizeText } from '../../lib/format/file-size.ts';
import { isAccepted } from './file-drop.tsx';

const pngFile = { name: 'Capa.PNG', type: 'image/png' };

test.each([
  [undefined, true],
  ['image/*', true],
  ['image/png', true],
  ['.png', true],
  ['video/mp4, image/*', true],
  ['image/jpeg', false],
  ['video/*', false],
])('the value %s of accept allows a PNG: %s', (accept, expected) => {
  expect(isAccepted(pngFile, accept)).toBe(expected);
});

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1536, '1,5 KB'],
  [1_048_575, '1 MB'],
  [10 * 1024 * 1024, '10 MB'],
  [250 * 1024 * 1024, '250 MB'],
])('the size of %d bytes is shown as %s', (bytes, text) => {
  expect(fileSizeText(bytes)).toBe(text);
});
