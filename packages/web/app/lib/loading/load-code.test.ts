import { afterEach, expect, test, vi } from 'vitest';
import { loadCode, preloadCode } from './load-code.ts';

afterEach(() => vi.unstubAllGlobals());

test('code is fetched while there is a network', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  await expect(loadCode(async () => 'code')).resolves.toBe('code');
});

test('without one it is not even asked for', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const load = vi.fn(async () => 'code');
  await expect(loadCode(load)).rejects.toThrow();
  preloadCode(load);
  expect(load).not.toHaveBeenCalled();
});

test('fetched ahead in vain is no error', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const failing = Promise.reject(new Error('gone'));
  preloadCode(() => failing);
  await expect(failing).rejects.toThrow('gone');
});
