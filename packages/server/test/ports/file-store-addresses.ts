import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { FileStoreBench } from './file-store-bench.ts';

const mp4Options = { contentType: 'video/mp4' };
const contentDisposition = 'attachment; filename="filme.mp4"';
const expectedHeaders = {
  'content-type': 'video/mp4',
  'content-disposition': contentDisposition,
  'cache-control': 'private, no-store',
};

/** Tests of `FileStore.direct`, for storages that have it. */
export function describeAddresses(bench: () => FileStoreBench): void {
  describe('its presigned addresses', () => {
    const addressOf = async (key: string): Promise<string> => {
      const { store } = bench();
      await store.put('v.mp4', Readable.from([Buffer.from('0123456789')]), mp4Options);
      return (await store.direct?.addressOf(key, { contentDisposition })) ?? '';
    };
    const statusOf = async (address: string, init?: RequestInit) =>
      (await fetch(address, init)).status;

    it('serve the file and ranges of it with the given headers, without caching', async () => {
      const address = await addressOf('v.mp4');
      expect(new URL(address).origin).toBe(bench().store.direct?.origin);
      const answer = await fetch(address);
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject(expectedHeaders);
      expect(await answer.text()).toBe('0123456789');
      const part = await fetch(address, { headers: { range: 'bytes=2-4' } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
      expect(await part.text()).toBe('234');
    });

    it('serve no other file, no missing file, and nothing after a minute', async () => {
      const address = await addressOf('v.mp4');
      expect(await statusOf(await addressOf('none.mp4'))).toBe(404);
      for (const [from, to] of [
        ['/v.mp4', '/o.mp4'],
        ['Expires=60', 'Expires=600'],
        ['filme', 'firme'],
        ['video%2Fmp4', 'text%2Fhtml'],
      ] as const) {
        expect(address).toContain(from);
        expect(await statusOf(address.replace(from, to)), to).toBe(403);
      }
      expect(await statusOf(address, { method: 'DELETE' })).toBe(403);
      await bench().pass?.(55_000);
      expect(await statusOf(address)).toBe(200);
      await bench().pass?.(7_000);
      expect(await statusOf(address)).toBe(403);
      await expect(addressOf('../v.mp4')).rejects.toThrow(TypeError);
    }, 90_000);
  });
}
