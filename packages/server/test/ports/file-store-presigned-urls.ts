import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { FileStoreHarness } from './file-store-harness.ts';

const mp4Options = { contentType: 'video/mp4' };
const contentDisposition = 'attachment; filename="filme.mp4"';
const expectedHeaders = {
  'content-type': 'video/mp4',
  'content-disposition': contentDisposition,
  'cache-control': 'private, no-store',
};

/** Tests of `FileStore.presignedUrls`, for storages that have it. */
export function describePresignedUrls(harness: () => FileStoreHarness): void {
  describe('its presigned addresses', () => {
    const presignedUrlOf = async (key: string): Promise<string> => {
      const { store } = harness();
      await store.put('v.mp4', Readable.from([Buffer.from('0123456789')]), mp4Options);
      return (await store.presignedUrls?.urlOf(key, { contentDisposition })) ?? '';
    };
    const statusOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;

    it('serve the file and ranges of it with the given headers, without caching', async () => {
      const url = await presignedUrlOf('v.mp4');
      expect(new URL(url).origin).toBe(harness().store.presignedUrls?.origin);
      const answer = await fetch(url);
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject(expectedHeaders);
      expect(await answer.text()).toBe('0123456789');
      const rangeResponse = await fetch(url, { headers: { range: 'bytes=2-4' } });
      expect(rangeResponse.status).toBe(206);
      expect(rangeResponse.headers.get('content-range')).toBe('bytes 2-4/10');
      expect(await rangeResponse.text()).toBe('234');
    });

    it('serve no other file, no missing file, and nothing after a minute', async () => {
      const url = await presignedUrlOf('v.mp4');
      expect(await statusOf(await presignedUrlOf('none.mp4'))).toBe(404);
      for (const [from, to] of [
        ['/v.mp4', '/o.mp4'],
        ['Expires=60', 'Expires=600'],
        ['filme', 'firme'],
        ['video%2Fmp4', 'text%2Fhtml'],
      ] as const) {
        expect(url).toContain(from);
        expect(await statusOf(url.replace(from, to)), to).toBe(403);
      }
      expect(await statusOf(url, { method: 'DELETE' })).toBe(403);
      await harness().advanceTime?.(55_000);
      expect(await statusOf(url)).toBe(200);
      await harness().advanceTime?.(7_000);
      expect(await statusOf(url)).toBe(403);
      await expect(presignedUrlOf('../v.mp4')).rejects.toThrow(TypeError);
    }, 90_000);
  });
}
