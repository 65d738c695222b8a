import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import {
  createImageProcessor,
  type ImageProcessor,
  type ImageProcessorOptions,
  type ImageSpec,
} from '../src/platform/uploads/image.ts';
import { openTempDir } from '../src/platform/uploads/temp-dir.ts';

export const cover: ImageSpec = { widths: [320, 640, 1280], shape: 'whole', maxPixels: 50_000_000 };
export const avatar: ImageSpec = { widths: [96, 192, 384], shape: 'square', maxPixels: 50_000_000 };

/** An image processor with a temporary place of its own. */
export async function openImageRig(options: Omit<ImageProcessorOptions, 'temp'> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'guilda-image-'));
  const temp = await openTempDir(directory, { clock: { now: () => new Date() } });
  const images: ImageProcessor = createImageProcessor({ temp, ...options });

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

  return {
    directory,
    images,
    upload,
    make,
    leftovers: () => readdir(directory),
    close: async (): Promise<void> => {
      images.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type ImageRig = Awaited<ReturnType<typeof openImageRig>>;

/** Red, green and blue of one pixel of a picture file. */
export async function pixelAt(file: Buffer | undefined, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
}
