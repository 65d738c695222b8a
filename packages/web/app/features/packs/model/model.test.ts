import { describe, expect, it, test } from 'vitest';
import { downloadText } from './download-text.ts';
import { isUrlExpired, refetchDelayMs } from './url-expiry.ts';
import { indexAfterKey, swipeDirection } from './viewer-gestures.ts';

describe('file URLs', () => {
  const expiresAt = 300_000;

  it('are refetched before they expire, with a minimum delay', () => {
    expect(refetchDelayMs(expiresAt, 0)).toBe(255_000);
    expect(refetchDelayMs(expiresAt, 299_000)).toBe(5_000);
    expect(refetchDelayMs(expiresAt, 900_000)).toBe(5_000);
  });

  it('count as expired shortly before they expire', () => {
    expect(isUrlExpired(expiresAt, 290_000)).toBe(false);
    expect(isUrlExpired(expiresAt, 298_000)).toBe(true);
    expect(isUrlExpired(expiresAt, 900_000)).toBe(true);
  });
});

test.each([
  ['ArrowLeft', 1, 0],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 1, 2],
  ['ArrowRight', 2, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Enter', 1, null],
])('%s from %i of three leads to %s', (key, index, next) => {
  expect(indexAfterKey(key, index, 3)).toBe(next);
});

test('a swipe counts only when it is long and mostly horizontal', () => {
  const startPoint = { x: 100, y: 100 };
  expect(swipeDirection(startPoint, { x: 40, y: 110 })).toBe(1);
  expect(swipeDirection(startPoint, { x: 160, y: 90 })).toBe(-1);
  expect(swipeDirection(startPoint, { x: 70, y: 100 })).toBe(0);
  expect(swipeDirection(startPoint, { x: 40, y: 160 })).toBe(0);
});

test('an entry of the download log is described as text', () => {
  const entry = { archiveId: 'a', name: 'capa.png', firstAt: '', lastAt: '' };
  expect(downloadText({ ...entry, kind: 'view', count: 1 })).toBe('Abriu capa.png');
  expect(downloadText({ ...entry, kind: 'file', count: 3 })).toBe('Salvou capa.png · 3 vezes');
  expect(downloadText({ ...entry, archiveId: null, kind: 'zip', count: 1 })).toBe(
    'Salvou o pacote inteiro',
  );
});
