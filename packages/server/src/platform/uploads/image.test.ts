import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  gifOfFrames,
  halves,
  jpegWithGps,
  noise,
  plain,
  pngBomb,
  pngChunk,
  pngOfEmptyPromises,
  pngPicture,
  withJpegSegments,
  withPngChunks,
} from '../../../test/pictures.ts';
import { createImageProcessor, type ImageProcessor, type ImageSpec } from './image.ts';
import { openTempDir, type TempDir } from './temp-dir.ts';

const MiB = 1024 * 1024;
const cover: ImageSpec = { widths: [320, 640, 1280], shape: 'whole', maxPixels: 50_000_000 };
const avatar: ImageSpec = { widths: [96, 192, 384], shape: 'square', maxPixels: 50_000_000 };

let directory: string;
let temp: TempDir;
let images: ImageProcessor;

async function openTemp(): Promise<void> {
  directory = await mkdtemp(join(tmpdir(), 'guilda-image-'));
  temp = await openTempDir(directory, { clock: { now: () => new Date() } });
}

const removeTemp = (): Promise<void> => rm(directory, { recursive: true, force: true });

async function upload(data: Buffer | string, name?: string): Promise<string> {
  const path = name === undefined ? temp.newPath() : join(directory, name);
  await writeFile(path, data);
  return path;
}

/** What becomes of a file, with the files made of it read in and everything removed again. */
async function make(data: Buffer | string, spec = cover, name?: string) {
  const path = await upload(data, name);
  const done = await images.process(path, spec);
  if (!done.ok) {
    expect(await readdir(directory)).toHaveLength(1);
    await rm(path);
    return { code: done.code, files: [], variants: [] };
  }
  await using image = done.value;
  const files = await Promise.all(image.variants.map((variant) => readFile(variant.path)));
  await rm(path);
  return { ...image, code: undefined, files };
}

const pixelAt = async (file: Buffer | undefined, x: number, y: number): Promise<number[]> => {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
};

describe('pictures', () => {
  beforeAll(async () => {
    await openTemp();
    images = createImageProcessor({ temp });
  });
  afterEach(async () => expect(await readdir(directory)).toEqual([]));
  afterAll(async () => {
    images.close();
    await removeTemp();
  });

  describe('that are sound', () => {
    it('become WebP in every width wanted, in proportion', async () => {
      const made = await make(await plain(2000, 1000).jpeg().toBuffer());
      expect(made).toMatchObject({
        width: 2000,
        height: 1000,
        placeholder: expect.stringMatching(/^#[0-9a-f]{6}$/),
      });
      expect(
        made.variants.map(({ width, pixels }) => [width, pixels.width, pixels.height]),
      ).toEqual([
        [320, 320, 160],
        [640, 640, 320],
        [1280, 1280, 640],
      ]);
      for (const [n, file] of made.files.entries()) {
        const facts = await sharp(file).metadata();
        expect(facts).toMatchObject({ format: 'webp', ...made.variants[n]?.pixels });
        expect(made.variants[n]?.bytes).toBe(file.length);
      }
    });

    it('are never enlarged, yet answer for every width', async () => {
      const { variants } = await make(await plain(500, 250).png().toBuffer());
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
    ])('keep within bounds at %i × %i', async (width, height) => {
      for (const spec of [cover, avatar]) {
        const { variants } = await make(await plain(width, height).png().toBuffer(), spec);
        expect(variants).toHaveLength(3);
        for (const variant of variants) {
          expect(variant.pixels.width).toBeGreaterThan(0);
          expect(variant.pixels.width).toBeLessThanOrEqual(variant.width);
          expect(variant.pixels.height).toBeGreaterThan(0);
          expect(variant.pixels.height).toBeLessThanOrEqual(3 * variant.width);
        }
      }
    });

    it('lose their sides where a square is wanted', async () => {
      const { variants, files } = await make(await halves(800, 400).png().toBuffer(), avatar);
      expect(variants.map(({ pixels }) => pixels)).toEqual(
        [96, 192, 384].map((side) => ({ width: side, height: side })),
      );
      expect((await pixelAt(files[2], 20, 200))[0]).toBeGreaterThan(200);
      expect((await pixelAt(files[2], 360, 200))[2]).toBeGreaterThan(200);
    });

    it('stand upright', async () => {
      const made = await make(await halves(800, 400, 6).jpeg().toBuffer());
      expect(made).toMatchObject({ width: 400, height: 800 });
      // What was left is on top after a turn to the right.
      expect((await pixelAt(made.files[0], 160, 40))[0]).toBeGreaterThan(200);
      expect((await pixelAt(made.files[0], 160, 600))[2]).toBeGreaterThan(200);
    });

    it('say what colour covers most of them', async () => {
      const red = await make(await plain(300, 300, '#e01010').webp().toBuffer());
      expect(red).toMatchObject({ placeholder: expect.stringMatching(/^#[ed].[01].[01].$/) });
      const grey = await make(await plain(300, 300, '#888').toColourspace('b-w').png().toBuffer());
      expect(grey).toMatchObject({ placeholder: expect.stringMatching(/^#(..)\1\1$/) });
    });

    it('keep their transparency', async () => {
      const clear = { r: 0, g: 0, b: 0, alpha: 0 };
      const png = sharp({
        create: { width: 400, height: 400, channels: 4, background: clear },
      }).png();
      const { files } = await make(await png.toBuffer());
      expect((await sharp(files[0]).metadata()).hasAlpha).toBe(true);
    });

    it('hold the first frame of an animation only', async () => {
      const frames = await Promise.all(
        ['#ff0000', '#0000ff'].map((colour) => plain(400, 300, colour).png().toBuffer()),
      );
      for (const format of ['gif', 'webp'] as const) {
        const animation = await sharp(frames, { join: { animated: true } })
          .toFormat(format)
          .toBuffer();
        expect((await sharp(animation).metadata()).pages).toBe(2);
        const { files } = await make(animation);
        expect(await sharp(files[0]).metadata()).toMatchObject({ width: 320, height: 240 });
        expect((await sharp(files[0]).metadata()).pages ?? 1).toBe(1);
        expect((await pixelAt(files[0], 100, 100))[0]).toBeGreaterThan(200);
      }
    });

    it.each<[string, () => Promise<Buffer>]>([
      ['a CMYK JPEG', () => plain(600, 400, '#20c040').toColourspace('cmyk').jpeg().toBuffer()],
      ['a 16-bit PNG', () => plain(600, 400, '#20c040').toColourspace('rgb16').png().toBuffer()],
      ['an interlaced PNG', () => plain(600, 400, '#20c040').png({ progressive: true }).toBuffer()],
      [
        'a progressive JPEG',
        () => plain(600, 400, '#20c040').jpeg({ progressive: true }).toBuffer(),
      ],
      ['a PNG with a palette', () => plain(600, 400, '#20c040').png({ palette: true }).toBuffer()],
    ])('keep their colours: %s', async (_, draw) => {
      const { files } = await make(await draw());
      const facts = await sharp(files[0]).metadata();
      expect(facts).toMatchObject({ format: 'webp', space: 'srgb', depth: 'uchar', width: 320 });
      const [r = 0, g = 0, b = 0] = await pixelAt(files[0], 100, 100);
      expect(g).toBeGreaterThan(150);
      expect(Math.max(r, b)).toBeLessThan(110);
    });

    it('pass with bytes after their end, as phones append them', async () => {
      const jpeg = await plain(400, 300).jpeg().toBuffer();
      const { files } = await make(
        Buffer.concat([jpeg, Buffer.from('ftypmp42'), Buffer.alloc(50_000, 7)]),
      );
      expect(files).toHaveLength(3);
      expect(files.every((file) => file.length < 5_000)).toBe(true);
    });

    it('may have 50 megapixels', { timeout: 30_000 }, async () => {
      const { variants } = await make(pngBomb(10_000, 5_000));
      expect(variants[2]?.pixels).toEqual({ width: 1280, height: 640 });
    });
  });

  it('keep nothing of what was written into them', async () => {
    const jpeg = await jpegWithGps();
    for (const mark of ['SEGREDO-GPS', 'SEGREDO-COPYRIGHT', 'SEGREDO-XMP', 'Exif']) {
      expect(jpeg.includes(mark), mark).toBe(true);
    }
    const png = await sharp(jpeg).keepMetadata().png().toBuffer();
    const webp = await sharp(jpeg).keepMetadata().webp().toBuffer();
    const commented = withPngChunks(
      await pngPicture(),
      pngChunk('tEXt', Buffer.from('Comment\0SEGREDO-TEXT')),
      pngChunk('eXIf', Buffer.from('MM\0*SEGREDO-EXIF')),
    );
    for (const original of [jpeg, png, webp, commented]) {
      const { files } = await make(original);
      expect(files).toHaveLength(3);
      for (const file of files) {
        for (const mark of ['SEGREDO', 'GPS', 'Exif', 'EXIF', 'XMP', 'xmp', 'ICCP', 'Fone']) {
          expect(file.includes(mark), mark).toBe(false);
        }
      }
    }
  });

  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const html = '<!doctype html><script>alert(1)</script>';

  describe('that are none', () => {
    it.each<[string, string | (() => Promise<Buffer> | Buffer)]>([
      ['an SVG', svg],
      ['an SVG with a declaration', `<?xml version="1.0"?>\n${svg}`],
      ['HTML', html],
      ['nothing', ''],
      ['a single byte', 'G'],
      ['text', 'just some text that is long enough to be looked at'],
      ['a script that begins like a GIF', 'GIF89a/*\0\0\0*/=1;alert(document.domain)//'],
      ['the beginning of a PNG', () => Buffer.from('89504e470d0a1a0a', 'hex')],
      ['the beginning of a JPEG and HTML', () => Buffer.from(`\xff\xd8\xff\xe0${html}`, 'latin1')],
      ['the beginning of a WebP', () => Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 \0\0', 'latin1')],
      ['a PDF', '%PDF-1.7\n1 0 obj'],
      ['a ZIP', () => Buffer.from('504b0304140000000800', 'hex')],
      ['an MP4', () => Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
      ['a TIFF', () => plain(50, 50).tiff().toBuffer()],
      ['an AVIF', () => plain(50, 50).avif().toBuffer()],
      [
        'a BMP',
        () => Buffer.from('424d3a0000000000000036000000280000000100000001000000010018', 'hex'),
      ],
      ['a PNG with a broken header', async () => (await pngPicture()).fill(0xff, 16, 24)],
      ['a PNG with wrong sums', async () => (await pngPicture()).fill(0x00, 60, 70)],
      ['a PNG without its content', () => pngOfEmptyPromises(4000, 4000)],
      ['a PNG larger than PNG allows', () => pngOfEmptyPromises(0x7fffffff, 0x7fffffff)],
      ['a PNG of no size', () => pngOfEmptyPromises(0, 0)],
      ['a JPEG cut in the middle', async () => half(await noise(800, 600).jpeg().toBuffer())],
      [
        'a progressive JPEG cut',
        async () => half(await noise(800, 600).jpeg({ progressive: true }).toBuffer()),
      ],
      ['a PNG cut', async () => half(await noise(800, 600).png().toBuffer())],
      ['a GIF cut', async () => half(await noise(60, 40).gif().toBuffer())],
      ['a WebP cut', async () => half(await noise(800, 600).webp().toBuffer())],
      [
        'a JPEG without its beginning',
        async () => (await plain(80, 60).jpeg().toBuffer()).subarray(2),
      ],
      ['a GIF without frames', () => gifOfFrames(0, 100, 100)],
    ])('are refused: %s', async (_, data) => {
      const content = typeof data === 'string' ? data : await data();
      expect((await make(content)).code).toBe('file_type');
    });

    it.each(['photo.png', 'photo.jpg', 'x.gif'])(
      'are refused by content, named %s',
      async (name) => {
        expect((await make(html, cover, name)).code).toBe('file_type');
        expect((await make(svg, cover, name)).code).toBe('file_type');
      },
    );

    it('pass by content, whatever they are called', async () => {
      expect((await make(await pngPicture(), cover, 'photo.html')).code).toBeUndefined();
      expect((await make(await pngPicture(), cover, 'photo.jpg')).code).toBeUndefined();
    });

    it('come out harmless where they are picture and script at once', async () => {
      const gif = Buffer.concat([
        await plain(40, 40).gif().toBuffer(),
        Buffer.from(`*/=1;alert(1)${html}`),
      ]);
      const { files } = await make(gif);
      expect(files).toHaveLength(3);
      for (const file of files) expect(file.includes('alert')).toBe(false);
    });
  });

  describe('that are bombs', () => {
    it.each<[string, () => Promise<Buffer> | Buffer]>([
      ['a PNG of 30,000 × 30,000', () => pngBomb(30_000, 30_000)],
      ['a PNG one row beyond 50 megapixels', () => pngBomb(10_000, 5_001)],
      ['a GIF of 65,535 × 65,535', () => gifOfFrames(1, 65_535, 65_535)],
      ['a JPEG of 65,500 × 65,500', async () => jpegClaiming(65_500, 65_500)],
      ['a WebP of 16,383 × 16,383', async () => webpClaiming(16_383, 16_383)],
    ])('are refused before they are decoded: %s', async (_, data) => {
      const content = await data();
      expect(content.length).toBeLessThan(MiB);
      expect((await make(content)).code).toBe('file_too_large');
    });

    it('do no harm through what is written into them', { timeout: 60_000 }, async () => {
      const bloated = deflateSync(Buffer.alloc(300 * MiB));
      const png = await pngPicture();
      const jpeg = await plain(64, 48).jpeg().toBuffer();
      const hostile = [
        withPngChunks(png, pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), bloated]))),
        withPngChunks(png, pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), bloated]))),
        withPngChunks(
          png,
          pngChunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0'), bloated])),
        ),
        withPngChunks(
          png,
          ...Array.from({ length: 20_000 }, (_, n) => pngChunk('tEXt', Buffer.from(`k${n}\0v`))),
        ),
        withPngChunks(png, pngChunk('eXIf', Buffer.alloc(8 * MiB, 'II*\0'))),
        withJpegSegments(
          jpeg,
          0xe1,
          Array.from({ length: 150 }, () => Buffer.alloc(65_000, 'Exif\0\0')),
        ),
        withJpegSegments(
          jpeg,
          0xe2,
          Array.from({ length: 150 }, () => Buffer.alloc(65_000, 'ICC_PROFILE\0\x01\xff')),
        ),
        withJpegSegments(
          jpeg,
          0xfe,
          Array.from({ length: 20_000 }, () => Buffer.from('c')),
        ),
        gifOfFrames(300_000),
        gifOfFrames(2, 7_000, 7_000),
      ];
      for (const [n, data] of hostile.entries()) {
        expect(data.length).toBeLessThanOrEqual(10 * MiB);
        const { code, files } = await make(data);
        expect(code === undefined || code === 'file_type', `${n}: ${code}`).toBe(true);
        for (const file of files) expect(file.length).toBeLessThan(MiB);
      }
    });
  });
});

/** Process ids of what this process has started. */
async function childProcesses(): Promise<string[]> {
  const tasks = await readdir('/proc/self/task');
  const lists = tasks.map((task) =>
    readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => ''),
  );
  return (await Promise.all(lists))
    .flatMap((list) => list.trim().split(' '))
    .filter((pid) => pid !== '');
}

const half = (data: Buffer): Buffer => data.subarray(0, data.length / 2);

async function jpegClaiming(width: number, height: number): Promise<Buffer> {
  const jpeg = await plain(64, 64).jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

async function webpClaiming(width: number, height: number): Promise<Buffer> {
  const webp = await plain(64, 64).webp().toBuffer();
  const start = webp.indexOf(Buffer.from('9d012a', 'hex'));
  webp.writeUInt16LE(width, start + 3);
  webp.writeUInt16LE(height, start + 5);
  return webp;
}

describe('the workers', () => {
  beforeEach(openTemp);
  afterEach(async () => {
    images.close();
    await removeTemp();
  });

  it('work in turns, and refuse when too many wait', async () => {
    images = createImageProcessor({ temp, workers: 1, maxWaiting: 2 });
    const path = await upload(await pngPicture());
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => images.process(path, cover)),
    );
    expect(outcomes.map((done) => (done.ok ? 'ok' : done.code))).toEqual([
      'ok',
      'ok',
      'ok',
      'rate_limited',
      'rate_limited',
    ]);
    expect((await images.process(path, cover)).ok).toBe(true);
  });

  it('give up on a picture that takes too long, and go on with the next', async () => {
    images = createImageProcessor({ temp, workers: 1, timeoutMs: 1 });
    const path = await upload(await pngPicture());
    expect(await images.process(path, cover)).toMatchObject({ code: 'file_too_large' });
    expect(await readdir(directory)).toHaveLength(1);
    images.close();
    images = createImageProcessor({ temp, workers: 1 });
    expect((await images.process(path, cover)).ok).toBe(true);
  });

  it('are unavailable once closed, for those who wait too', async () => {
    images = createImageProcessor({ temp, workers: 1 });
    const path = await upload(await pngPicture());
    const waiting = [images.process(path, cover), images.process(path, cover)];
    images.close();
    for (const done of await Promise.all(waiting))
      expect(done).toMatchObject({ code: 'unavailable' });
    expect(await images.process(path, cover)).toMatchObject({ code: 'unavailable' });
    expect(await readdir(directory)).toHaveLength(1);
  });

  it('say when there is no room for what they make', async () => {
    images = createImageProcessor({ temp, workers: 1 });
    const path = await upload(await pngPicture());
    await rm(directory, { recursive: true });
    expect(await images.process(path, cover)).toMatchObject({ code: 'storage_unavailable' });
  });

  it.runIf(process.platform === 'linux')('are let go when there is nothing to do', async () => {
    images = createImageProcessor({ temp, workers: 1, idleMs: 250 });
    const path = await upload(await pngPicture());
    const before = await childProcesses();
    const fresh = async () => (await childProcesses()).filter((pid) => !before.includes(pid));
    expect((await images.process(path, cover)).ok).toBe(true);
    expect(await fresh()).toHaveLength(1);
    await vi.waitFor(async () => expect(await fresh()).toEqual([]), 3_000);
    expect((await images.process(path, cover)).ok).toBe(true);
  });

  it('keep the memory of a bomb to themselves', { timeout: 60_000 }, async () => {
    images = createImageProcessor({ temp, workers: 1 });
    // Decoded in the same process this one takes more than 100 MB.
    const bomb = plain(5_000, 4_000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' });
    const path = await upload(await bomb.toBuffer());
    const before = process.memoryUsage().rss;
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
    const outcomes = await Promise.all([images.process(path, cover), images.process(path, cover)]);
    clearInterval(watch);
    expect(outcomes.every((done) => done.ok)).toBe(true);
    expect(peak).toBeGreaterThan(0);
    expect(peak - before).toBeLessThan(30 * MiB);
  });
});
