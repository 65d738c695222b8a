import { describe, expect, it } from 'vitest';
import { parsePictureURL, pictureSrcSet, pictureURL, pictureWidths } from './pictures.ts';

const id = '0192f0c1-2b3c-7d4e-8f50-112233445566';

describe('pictures', () => {
  it('have one path for each width', () => {
    expect(pictureURL(id, 384)).toBe(`/files/pictures/${id}/384.webp`);
    expect(parsePictureURL(pictureURL(id, 384))).toEqual({ id, width: 384 });
  });

  it('list every width of their kind in srcset', () => {
    expect(pictureSrcSet(pictureURL(id, 384))).toBe(
      `/files/pictures/${id}/96.webp 96w, /files/pictures/${id}/192.webp 192w, /files/pictures/${id}/384.webp 384w`,
    );
    expect(pictureSrcSet(pictureURL(id, 1280))?.split(', ')).toHaveLength(4);
  });

  it('keep the signed query in every width', () => {
    const right = `for=${id}&until=1795104000&sig=${'a-_9'.repeat(10)}xyz`;
    const address = pictureURL(id, 384, right);
    expect(parsePictureURL(address)).toEqual({ id, width: 384, right });
    expect(pictureSrcSet(address)).toBe(
      [96, 192, 384].map((width) => `${pictureURL(id, width)}?${right} ${width}w`).join(', '),
    );
  });

  it('are distinguished by their largest width where their widths differ', () => {
    for (const widths of Object.values(pictureWidths)) {
      const offered = pictureSrcSet(pictureURL(id, widths[widths.length - 1] ?? 0));
      expect(offered?.match(/\d+(?=w)/g)?.map(Number)).toEqual(widths);
      expect([...widths].sort((a, b) => a - b)).toEqual(widths);
    }
  });

  it.each([
    null,
    undefined,
    '',
    'https://lh3.googleusercontent.com/a/photo=s96-c',
    `https://evil.example/files/pictures/${id}/384.webp`,
    `//evil.example/files/pictures/${id}/384.webp`,
    `/files/pictures/${id}/384.webp?x`,
    `/files/pictures/${id}/384.webp?for=${id}&until=1795104000&sig=x`,
    `/files/pictures/${id}/384.webp\n`,
    `/files/pictures/${id}/0384.webp`,
    `/files/pictures/${id}/384.png`,
    `/files/pictures/${id.toUpperCase()}/384.webp`,
    `/files/pictures/../${id}/384.webp`,
    `/files/pictures/${id}/385.webp`,
  ])('have no srcset at %j', (url) => {
    expect(pictureSrcSet(url)).toBeUndefined();
  });
});
