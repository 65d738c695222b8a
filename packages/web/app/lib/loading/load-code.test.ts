import { afterEach, expect, test, vi } from 'vitest';
import { loadCode, preloadCode } from './load-code.ts';

afterEach(() => vi.unstubAllGlobals());

test('code is loaded while there is a network', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  await expect(loadCode(async () => 'code')).resolves.toBe('code');
});

test('code is not requested without a network', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const load = vi.fn(async () => 'code');
  await expect(loadCode(load)).rejects.toThrow();
  preloadCode(load);
  expect(load).not.toHaveBeenCalled();
});

test('a failed preload is no error', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const failedLoad = Promise.reject(new Error('gone'));
  preloadCode(() => failedLoad);
  await expect(failedLoad).rejects.toThrow('gone');
});
