import { expect, test } from 'vitest';
import { priceUnitText } from './price-unit-text.ts';

test('a price is per call, or for the files of a pack', () => {
  expect(priceUnitText({ type: 'call', archives: [] })).toBe('por call');
  expect(priceUnitText({ type: 'media', archives: [] })).toBe('por pacote');
  expect(priceUnitText({ type: 'media', archives: [{ kind: 'MP4', count: 1 }] })).toBe('1 arquivo');
  const archives = [
    { kind: 'JPG', count: 10 },
    { kind: 'MP4', count: 2 },
  ] as const;
  expect(priceUnitText({ type: 'media', archives: [...archives] })).toBe('12 arquivos');
});
