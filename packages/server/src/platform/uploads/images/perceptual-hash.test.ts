import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawDemoArt, drawPicture } from '../../../../test/fixtures/data/drawn-pictures.ts';
import { drawPlainPicture } from '../../../../test/fixtures/data/pictures.ts';
import {
  avatarSpec,
  coverSpec,
  openImagesFixture,
} from '../../../../test/fixtures/modules/images-fixture.ts';
import { computePerceptualHash, perceptualHashOf } from './perceptual-hash.ts';

/** Number of different bits of two perceptual hashes. */
function countDifferentBits(firstHash: bigint | null, secondHash: bigint | null): number {
  if (firstHash === null || secondHash === null) return 64;
  return [...BigInt.asUintN(64, firstHash ^ secondHash).toString(2)].filter((bit) => bit === '1')
    .length;
}

const renderSvg = (body: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="450"><defs>
        <linearGradient id="across"><stop stop-color="#000"/><stop offset="1" stop-color="#fff"/>
        </linearGradient></defs>${body}</svg>`,
    ),
  );

/** Changes that people make to a banned picture before they upload it again. */
const pictureChanges: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  'as JPEG': (picture) => picture.flatten().jpeg({ quality: 85 }),
  'as a poor, small JPEG': (picture) => picture.flatten().resize(360).jpeg({ quality: 40 }),
  'as WebP': (picture) => picture.resize(320).webp({ quality: 50 }),
  'as a PNG of another size': (picture) => picture.resize(611).png(),
  enlarged: (picture) => picture.resize(1500).jpeg({ quality: 75 }),
  brightened: (picture) => picture.modulate({ brightness: 1.06 }).jpeg({ quality: 80 }),
  'greyed a little': (picture) => picture.modulate({ saturation: 0.7 }).png(),
  softened: (picture) => picture.blur(1.5).png(),
};

async function cropPicture(picture: Buffer, keptShare: number): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const [left, top] = [Math.round((width * keptShare) / 2), Math.round((height * keptShare) / 2)];
  const keptArea = { left, top, width: width - 2 * left, height: height - 2 * top };
  return sharp(picture).extract(keptArea).jpeg({ quality: 80 }).toBuffer();
}

/** Computes the hash as for uploads: the picture is decoded first and then reduced. */
async function hashOf(picture: Buffer): Promise<bigint | null> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  return computePerceptualHash(sharp(data, { raw: info }));
}

describe('the perceptual hash of a picture', () => {
  let pictures: { readonly picture: Buffer; readonly perceptualHash: bigint | null }[];
  beforeAll(async () => {
    const drawings = Array.from({ length: 60 }, (_, seed) => drawPicture(seed));
    const art = await drawDemoArt();
    pictures = await Promise.all(
      [...art, ...(await Promise.all(drawings))].map(async (picture) => ({
        picture,
        perceptualHash: await hashOf(picture),
      })),
    );
  });

  /** Maximum distance between the hash of a picture and the hash of its changed copy. */
  async function computeFarthest(
    changePicture: (picture: Buffer) => Promise<Buffer>,
  ): Promise<number> {
    const distances = pictures.slice(0, 30).map(async (original) => {
      const changedHash = await hashOf(await changePicture(original.picture));
      return countDifferentBits(original.perceptualHash, changedHash);
    });
    return Math.max(...(await Promise.all(distances)));
  }

  it.each(Object.entries(pictureChanges))(
    'stays the same when the picture is uploaded again %s',
    async (_, changePicture) => {
      expect(
        await computeFarthest((picture) => changePicture(sharp(picture)).toBuffer()),
      ).toBeLessThanOrEqual(6);
    },
  );

  it.each([0.01, 0.02])('stays the same when a share of %d is cut off', async (share) => {
    expect(await computeFarthest((picture) => cropPicture(picture, share))).toBeLessThanOrEqual(6);
  });

  it('differs from that of every other picture', () => {
    const distances = pictures.flatMap((picture, n) =>
      pictures
        .slice(n + 1)
        .map((otherPicture) =>
          countDifferentBits(picture.perceptualHash, otherPicture.perceptualHash),
        ),
    );
    expect(Math.min(...distances)).toBeGreaterThan(6);
  });

  it.each([
    ['one colour', drawPlainPicture(300, 200)],
    ['black', drawPlainPicture(300, 200, '#000')],
    ['a run from dark to light', renderSvg('<rect width="600" height="450" fill="url(#across)"/>')],
    [
      'a dot',
      renderSvg('<rect width="600" height="450" fill="#888"/><circle cx="300" cy="200" r="60"/>'),
    ],
    ['two halves', renderSvg('<rect width="300" height="450" fill="#f00"/>')],
    [
      'a thin frame',
      renderSvg('<rect width="600" height="450" fill="#eee" stroke="#000" stroke-width="9"/>'),
    ],
    ['a line of text', renderSvg('<text x="40" y="240" font-size="60">Olá</text>')],
    ['one pixel', drawPlainPicture(1, 1)],
  ])('does not exist for a picture with too little detail: %s', async (_, picture) => {
    expect(await hashOf(await picture.png().toBuffer())).toBeNull();
  });
});

describe('a processed picture', () => {
  it('has the perceptual hash of the whole picture, whatever part is cut out', async () => {
    const fixture = await openImagesFixture();
    try {
      const sentPicture = await sharp(await drawPicture(1))
        .resize(900, 500, { fit: 'fill' })
        .png()
        .toBuffer();
      for (const spec of [coverSpec, avatarSpec]) {
        const processedImage = await fixture.make(sentPicture, spec);
        const knownHash =
          'perceptualHash' in processedImage && processedImage.perceptualHash !== null
            ? BigInt(processedImage.perceptualHash)
            : null;
        expect(countDifferentBits(knownHash, await hashOf(sentPicture))).toBeLessThanOrEqual(2);
      }
    } finally {
      await fixture.close();
    }
  });
});

describe('the bits of a perceptual hash', () => {
  /**
   * Creates eight rows of nine points, in which the first `setCount` points that have a left neighbour are brighter than
   * this neighbour by `step`.
   */
  const createRows = (setCount: number, step: number) =>
    Uint8Array.from({ length: 72 }, (_, index) => {
      const [y, x] = [Math.floor(index / 9), index % 9];
      return 100 + step * Math.min(x, Math.max(0, setCount - y * 8));
    });

  it('need steps that are larger than noise', () => {
    expect(perceptualHashOf(createRows(32, 4))).toBe(BigInt.asIntN(64, 0xffffffff00000000n));
    expect(perceptualHashOf(createRows(32, 3))).toBeNull();
  });

  it('contain enough zeros and ones', () => {
    expect(perceptualHashOf(createRows(12, 9))).not.toBeNull();
    expect(perceptualHashOf(createRows(11, 9))).toBeNull();
    expect(perceptualHashOf(createRows(52, 9))).not.toBeNull();
    expect(perceptualHashOf(createRows(53, 9))).toBeNull();
  });
});
