import { deflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  buildGif,
  buildPng,
  buildPngBomb,
  buildPngChunk,
  buildPngWithoutPixels,
  drawNoisePicture,
  drawPlainPicture,
  withJpegSegments,
  withPngChunks,
} from '../../../../test/fixtures/data/pictures.ts';
import {
  coverSpec,
  type ImagesFixture,
  openImagesFixture,
} from '../../../../test/fixtures/modules/images-fixture.ts';

const MiB = 1024 * 1024;
const svgFile =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const htmlFile = '<!doctype html><script>alert(1)</script>';

const takeFirstHalf = (data: Buffer): Buffer => data.subarray(0, data.length / 2);

async function buildJpegClaiming(width: number, height: number): Promise<Buffer> {
  const jpeg = await drawPlainPicture(64, 64).jpeg().toBuffer();
  const frameOffset = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
  jpeg.writeUInt16BE(height, frameOffset + 5);
  jpeg.writeUInt16BE(width, frameOffset + 7);
  return jpeg;
}

async function buildWebpClaiming(width: number, height: number): Promise<Buffer> {
  const webp = await drawPlainPicture(64, 64).webp().toBuffer();
  const sizeOffset = webp.indexOf(Buffer.from('9d012a', 'hex'));
  webp.writeUInt16LE(width, sizeOffset + 3);
  webp.writeUInt16LE(height, sizeOffset + 5);
  return webp;
}

/** Pictures that are small themselves, with metadata or frames that take much memory or time. */
async function buildBloatedPictures(): Promise<Buffer[]> {
  const bloated = deflateSync(Buffer.alloc(300 * MiB));
  const png = await buildPng();
  const jpeg = await drawPlainPicture(64, 48).jpeg().toBuffer();
  const withBloatedChunk = (type: string, head: string) =>
    withPngChunks(png, buildPngChunk(type, Buffer.concat([Buffer.from(head), bloated])));
  const withManySegments = (marker: number, content: Buffer, count: number) =>
    withJpegSegments(
      jpeg,
      marker,
      Array.from({ length: count }, () => content),
    );
  return [
    withBloatedChunk('zTXt', 'Comment\0\0'),
    withBloatedChunk('iCCP', 'icc\0\0'),
    withBloatedChunk('iTXt', 'XML:com.adobe.xmp\0\x01\0\0\0'),
    withPngChunks(
      png,
      ...Array.from({ length: 20_000 }, (_, index) =>
        buildPngChunk('tEXt', Buffer.from(`k${index}\0v`)),
      ),
    ),
    withPngChunks(png, buildPngChunk('eXIf', Buffer.alloc(8 * MiB, 'II*\0'))),
    withManySegments(0xe1, Buffer.alloc(65_000, 'Exif\0\0'), 150),
    withManySegments(0xe2, Buffer.alloc(65_000, 'ICC_PROFILE\0\x01\xff'), 150),
    withManySegments(0xfe, Buffer.from('c'), 20_000),
    buildGif(300_000),
    buildGif(2, 7_000, 7_000),
  ];
}

describe('files', () => {
  let fixture: ImagesFixture;
  beforeAll(async () => {
    fixture = await openImagesFixture();
  });
  afterEach(async () => expect(await fixture.listLeftovers()).toEqual([]));
  afterAll(() => fixture.close());

  describe('that are no pictures', () => {
    it.each<[string, string | (() => Promise<Buffer> | Buffer)]>([
      ['an SVG', svgFile],
      ['an SVG with a declaration', `<?xml version="1.0"?>\n${svgFile}`],
      ['HTML', htmlFile],
      ['nothing', ''],
      ['a single byte', 'G'],
      ['text', 'just some text that is long enough to be looked at'],
      ['a script that begins like a GIF', 'GIF89a/*\0\0\0*/=1;alert(document.domain)//'],
      ['the beginning of a PNG', () => Buffer.from('89504e470d0a1a0a', 'hex')],
      [
        'the beginning of a JPEG and HTML',
        () => Buffer.from(`\xff\xd8\xff\xe0${htmlFile}`, 'latin1'),
      ],
      ['the beginning of a WebP', () => Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 \0\0', 'latin1')],
      ['a PDF', '%PDF-1.7\n1 0 obj'],
      ['a ZIP', () => Buffer.from('504b0304140000000800', 'hex')],
      ['an MP4', () => Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
      ['a TIFF', () => drawPlainPicture(50, 50).tiff().toBuffer()],
      ['an AVIF', () => drawPlainPicture(50, 50).avif().toBuffer()],
      [
        'a BMP',
        () => Buffer.from('424d3a0000000000000036000000280000000100000001000000010018', 'hex'),
      ],
      ['a PNG with a broken header', async () => (await buildPng()).fill(0xff, 16, 24)],
      ['a PNG with wrong sums', async () => (await buildPng()).fill(0x00, 60, 70)],
      ['a PNG without its content', () => buildPngWithoutPixels(4000, 4000)],
      ['a PNG larger than PNG allows', () => buildPngWithoutPixels(0x7fffffff, 0x7fffffff)],
      ['a PNG of no size', () => buildPngWithoutPixels(0, 0)],
      [
        'a JPEG cut in the middle',
        async () => takeFirstHalf(await drawNoisePicture(800, 600).jpeg().toBuffer()),
      ],
      [
        'a progressive JPEG cut',
        async () =>
          takeFirstHalf(await drawNoisePicture(800, 600).jpeg({ progressive: true }).toBuffer()),
      ],
      ['a PNG cut', async () => takeFirstHalf(await drawNoisePicture(800, 600).png().toBuffer())],
      ['a GIF cut', async () => takeFirstHalf(await drawNoisePicture(60, 40).gif().toBuffer())],
      ['a WebP cut', async () => takeFirstHalf(await drawNoisePicture(800, 600).webp().toBuffer())],
      [
        'a JPEG without its beginning',
        async () => (await drawPlainPicture(80, 60).jpeg().toBuffer()).subarray(2),
      ],
      ['a GIF without frames', () => buildGif(0, 100, 100)],
    ])('are refused: %s', async (_, data) => {
      const content = typeof data === 'string' ? data : await data();
      expect((await fixture.make(content)).code).toBe('file_type');
    });

    it.each(['photo.png', 'photo.jpg', 'x.gif'])(
      'are refused because of their content when they are named %s',
      async (name) => {
        expect((await fixture.make(htmlFile, coverSpec, name)).code).toBe('file_type');
        expect((await fixture.make(svgFile, coverSpec, name)).code).toBe('file_type');
      },
    );

    it('are accepted because of their content, whatever their name is', async () => {
      expect((await fixture.make(await buildPng(), coverSpec, 'photo.html')).code).toBeUndefined();
      expect((await fixture.make(await buildPng(), coverSpec, 'photo.jpg')).code).toBeUndefined();
    });

    it('are harmless afterwards when they are picture and script at once', async () => {
      const gif = Buffer.concat([
        await drawPlainPicture(40, 40).gif().toBuffer(),
        Buffer.from(`*/=1;alert(1)${htmlFile}`),
      ]);
      const { files } = await fixture.make(gif);
      expect(files).toHaveLength(3);
      for (const file of files) expect(file.includes('alert')).toBe(false);
    });
  });

  describe('that are decompression bombs', () => {
    it.each<[string, () => Promise<Buffer> | Buffer]>([
      ['a PNG of 30,000 × 30,000', () => buildPngBomb(30_000, 30_000)],
      ['a PNG one row beyond 50 megapixels', () => buildPngBomb(10_000, 5_001)],
      ['a GIF of 65,535 × 65,535', () => buildGif(1, 65_535, 65_535)],
      ['a JPEG of 65,500 × 65,500', async () => buildJpegClaiming(65_500, 65_500)],
      ['a WebP of 16,383 × 16,383', async () => buildWebpClaiming(16_383, 16_383)],
    ])('are refused before they are decoded: %s', async (_, data) => {
      const content = await data();
      expect(content.length).toBeLessThan(MiB);
      expect((await fixture.make(content)).code).toBe('file_too_large');
    });

    it('are harmless afterwards when their metadata is large', async () => {
      // Converting the largest of these pictures must not fail because the machine is busy.
      const patientFixture = await openImagesFixture({ timeoutMs: 120_000 });
      onTestFinished(() => patientFixture.close());
      for (const [n, data] of (await buildBloatedPictures()).entries()) {
        expect(data.length).toBeLessThanOrEqual(10 * MiB);
        const { code, files } = await patientFixture.make(data);
        expect(code === undefined || code === 'file_type', `${n}: ${code}`).toBe(true);
        for (const file of files) expect(file.length).toBeLessThan(MiB);
      }
      expect(await patientFixture.listLeftovers()).toEqual([]);
    });
  });
});
