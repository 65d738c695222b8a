import { describe, expect, it } from 'vitest';
import { parsePictureURL, pictureSrcSet, pictureURL, pictureWidths } from './pictures.ts';

const pictureId = '0192f0c1-2b3c-7d4e-8f50-112233445566';

describe('pictures', () => {
  it('have one path for each width', () => {
    expect(pictureURL(pictureId, 384)).toBe(`/files/pictures/${pictureId}/384.webp`);
    expect(parsePictureURL(pictureURL(pictureId, 384))).toEqual({ id: pictureId, width: 384 });
  });

  it('list every width of their kind in srcset', () => {
    expect(pictureSrcSet(pictureURL(pictureId, 384))).toBe(
      `/files/pictures/${pictureId}/96.webp 96w, /files/pictures/${pictureId}/192.webp 192w, /files/pictures/${pictureId}/384.webp 384w`,
    );
    expect(pictureSrcSet(pictureURL(pictureId, 1280))?.split(', ')).toHaveLength(4);
  });

  it('keep the signed query in every width', () => {
    const accessRight = `for=${pictureId}&until=1795104000&sig=${'a-_9'.repeat(10)}xyz`;
    const address = pictureURL(pictureId, 384, accessRight);
    expect(parsePictureURL(address)).toEqual({ id: pictureId, width: 384, accessRight });
    expect(pictureSrcSet(address)).toBe(
      [96, 192, 384]
        .map((width) => `${pictureURL(pictureId, width)}?${accessRight} ${width}w`)
        .join(', '),
    );
  });

  it('are distinguished by their largest width where their widths differ', () => {
    for (const widths of Object.values(pictureWidths)) {
      const srcSet = pictureSrcSet(pictureURL(pictureId, widths[widths.length - 1] ?? 0));
      expect(srcSet?.match(/\d+(?=w)/g)?.map(Number)).toEqual(widths);
      expect([...widths].sort((a, b) => a - b)).toEqual(widths);
    }
  });

  it.each([
    null,
    undefined,
    '',
    'https://lh3.googleusercontent.com/a/photo=s96-c',
    `https://evil.example/files/pictures/${pictureId}/384.webp`,
    `//evil.example/files/pictures/${pictureId}/384.webp`,
    `/files/pictures/${pictureId}/384.webp?x`,
    `/files/pictures/${pictureId}/384.webp?for=${pictureId}&until=1795104000&sig=x`,
    `/files/pictures/${pictureId}/384.webp\n`,
    `/files/pictures/${pictureId}/0384.webp`,
    `/files/pictures/${pictureId}/384.png`,
    `/files/pictures/${pictureId.toUpperCase()}/384.webp`,
    `/files/pictures/../${pictureId}/384.webp`,
    `/files/pictures/${pictureId}/385.webp`,
  ])('have no srcset at %j', (url) => {
    expect(pictureSrcSet(url)).toBeUndefined();
  });
});
