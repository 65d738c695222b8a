import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  buildJpegWithGps,
  buildPng,
  buildPngBomb,
  buildPngChunk,
  drawHalvedPicture,
  drawPlainPicture,
  listWebpChunks,
  withPngChunks,
} from '../../../../test/fixtures/data/pictures.ts';
import {
  avatarSpec,
  coverSpec,
  type ImagesFixture,
  openImagesFixture,
  pixelAt,
} from '../../../../test/fixtures/modules/images-fixture.ts';

describe('pictures', () => {
  let fixture: ImagesFixture;
  beforeAll(async () => {
    fixture = await openImagesFixture();
  });
  afterEach(async () => expect(await fixture.listLeftovers()).toEqual([]));
  afterAll(() => fixture.close());

  describe('that are valid', () => {
    it('are converted to WebP in every requested width, in proportion', async () => {
      const processed = await fixture.make(await drawPlainPicture(2000, 1000).jpeg().toBuffer());
      expect(processed).toMatchObject({
        width: 2000,
        height: 1000,
        placeholder: expect.stringMatching(/^#[0-9a-f]{6}$/),
      });
      expect(
        processed.variants.map(({ width, pixels }) => [width, pixels.width, pixels.height]),
      ).toEqual([
        [320, 320, 160],
        [640, 640, 320],
        [1280, 1280, 640],
      ]);
      for (const [n, file] of processed.files.entries()) {
        const metadata = await sharp(file).metadata();
        expect(metadata).toMatchObject({ format: 'webp', ...processed.variants[n]?.pixels });
        expect(processed.variants[n]?.bytes).toBe(file.length);
      }
    });

    it('are never enlarged, and have a file for every width', async () => {
      const { variants } = await fixture.make(await drawPlainPicture(500, 250).png().toBuffer());
      expect(variants.map(({ width, pixels }) => [width, pixels.width])).toEqual([
        [320, 320],
        [640, 500],
        [1280, 500],
      ]);
      expect(variants[1]?.path).toBe(variants[2]?.path);
    });

    it.each([
      [1, 1],
      [1, 4000],
      [4000, 1],
      [100, 20_000],
    ])('stay within the maximum size at %i × %i', async (width, height) => {
      for (const spec of [coverSpec, avatarSpec]) {
        const { variants } = await fixture.make(
          await drawPlainPicture(width, height).png().toBuffer(),
          spec,
        );
        expect(variants).toHaveLength(3);
        for (const variant of variants) {
          expect(variant.pixels.width).toBeGreaterThan(0);
          expect(variant.pixels.width).toBeLessThanOrEqual(variant.width);
          expect(variant.pixels.height).toBeGreaterThan(0);
          expect(variant.pixels.height).toBeLessThanOrEqual(3 * variant.width);
        }
      }
    });

    it('are cut at their sides to a square', async () => {
      const { variants, files } = await fixture.make(
        await drawHalvedPicture(800, 400).png().toBuffer(),
        avatarSpec,
      );
      expect(variants.map(({ pixels }) => pixels)).toEqual(
        [96, 192, 384].map((side) => ({ width: side, height: side })),
      );
      expect((await pixelAt(files[2], 20, 200))[0]).toBeGreaterThan(200);
      expect((await pixelAt(files[2], 360, 200))[2]).toBeGreaterThan(200);
    });

    it('are rotated upright', async () => {
      const processed = await fixture.make(await drawHalvedPicture(800, 400, 6).jpeg().toBuffer());
      expect(processed).toMatchObject({ width: 400, height: 800 });
      // The left side of the original is at the top after a rotation to the right.
      expect((await pixelAt(processed.files[0], 160, 40))[0]).toBeGreaterThan(200);
      expect((await pixelAt(processed.files[0], 160, 600))[2]).toBeGreaterThan(200);
    });

    it('have their main colour as placeholder', async () => {
      const redImage = await fixture.make(
        await drawPlainPicture(300, 300, '#e01010').webp().toBuffer(),
      );
      expect(redImage).toMatchObject({ placeholder: expect.stringMatching(/^#[ed].[01].[01].$/) });
      const greyImage = await fixture.make(
        await drawPlainPicture(300, 300, '#888').toColourspace('b-w').png().toBuffer(),
      );
      expect(greyImage).toMatchObject({ placeholder: expect.stringMatching(/^#(..)\1\1$/) });
    });

    it('keep their transparency', async () => {
      const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
      const png = sharp({
        create: { width: 400, height: 400, channels: 4, background: transparent },
      }).png();
      const { files } = await fixture.make(await png.toBuffer());
      expect((await sharp(files[0]).metadata()).hasAlpha).toBe(true);
    });

    it('contain only the first frame of an animation', async () => {
      const frames = await Promise.all(
        ['#ff0000', '#0000ff'].map((colour) => drawPlainPicture(400, 300, colour).png().toBuffer()),
      );
      for (const format of ['gif', 'webp'] as const) {
        const animation = await sharp(frames, { join: { animated: true } })
          .toFormat(format)
          .toBuffer();
        expect((await sharp(animation).metadata()).pages).toBe(2);
        const { files } = await fixture.make(animation);
        expect(await sharp(files[0]).metadata()).toMatchObject({ width: 320, height: 240 });
        expect((await sharp(files[0]).metadata()).pages ?? 1).toBe(1);
        expect((await pixelAt(files[0], 100, 100))[0]).toBeGreaterThan(200);
      }
    });

    it.each<[string, () => Promise<Buffer>]>([
      [
        'a CMYK JPEG',
        () => drawPlainPicture(600, 400, '#20c040').toColourspace('cmyk').jpeg().toBuffer(),
      ],
      [
        'a 16-bit PNG',
        () => drawPlainPicture(600, 400, '#20c040').toColourspace('rgb16').png().toBuffer(),
      ],
      [
        'an interlaced PNG',
        () => drawPlainPicture(600, 400, '#20c040').png({ progressive: true }).toBuffer(),
      ],
      [
        'a progressive JPEG',
        () => drawPlainPicture(600, 400, '#20c040').jpeg({ progressive: true }).toBuffer(),
      ],
      [
        'a PNG with a palette',
        () => drawPlainPicture(600, 400, '#20c040').png({ palette: true }).toBuffer(),
      ],
    ])('keep their colours: %s', async (_, draw) => {
      const { files } = await fixture.make(await draw());
      const metadata = await sharp(files[0]).metadata();
      expect(metadata).toMatchObject({ format: 'webp', space: 'srgb', depth: 'uchar', width: 320 });
      const [r = 0, g = 0, b = 0] = await pixelAt(files[0], 100, 100);
      expect(g).toBeGreaterThan(150);
      expect(Math.max(r, b)).toBeLessThan(110);
    });

    it('are accepted with bytes after their end, as phones append them', async () => {
      const jpeg = await drawPlainPicture(400, 300).jpeg().toBuffer();
      const { files } = await fixture.make(
        Buffer.concat([jpeg, Buffer.from('ftypmp42'), Buffer.alloc(50_000, 7)]),
      );
      expect(files).toHaveLength(3);
      expect(files.every((file) => file.length < 5_000)).toBe(true);
    });

    it('may have 50 megapixels', async () => {
      const { variants } = await fixture.make(buildPngBomb(10_000, 5_000));
      expect(variants[2]?.pixels).toEqual({ width: 1280, height: 640 });
    });
  });

  it('contain no metadata', async () => {
    const jpeg = await buildJpegWithGps();
    for (const marker of ['SEGREDO-GPS', 'SEGREDO-COPYRIGHT', 'SEGREDO-XMP', 'Exif']) {
      expect(jpeg.includes(marker), marker).toBe(true);
    }
    const png = await sharp(jpeg).keepMetadata().png().toBuffer();
    const webp = await sharp(jpeg).keepMetadata().webp().toBuffer();
    const commentedPng = withPngChunks(
      await buildPng(),
      buildPngChunk('tEXt', Buffer.from('Comment\0SEGREDO-TEXT')),
      buildPngChunk('eXIf', Buffer.from('MM\0*SEGREDO-EXIF')),
    );
    for (const original of [jpeg, png, webp, commentedPng]) {
      const { files } = await fixture.make(original);
      expect(files).toHaveLength(3);
      for (const file of files) {
        expect(file.includes('SEGREDO')).toBe(false);
        // Pixel data can contain the bytes `EXIF` or `XMP ` by chance, so the list of chunks is checked instead of the
        // bytes.
        expect(
          listWebpChunks(file).filter((type) => !['VP8 ', 'VP8L', 'ALPH'].includes(type)),
        ).toEqual([]);
      }
    }
  });
});
