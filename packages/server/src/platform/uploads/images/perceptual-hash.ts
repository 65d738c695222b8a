import type { Sharp } from 'sharp';

/** Size of the reduced grey picture that the hash is computed from. */
const sampleSize = { width: 9, height: 8 } as const;

/**
 * A point sets a bit when it is brighter than its left neighbour by more than this number of grey levels (0 to 255). With
 * a smaller number, the noise of re-encoding would decide the bits of areas of one colour.
 */
const MAX_NOISE_LEVELS = 3;

/**
 * Minimum number of set and of unset bits of a hash. Plain pictures and simple gradients have similar hashes without
 * being the same picture, so they get no hash.
 */
const MIN_EQUAL_BITS = 12;

/**
 * Difference hash of a picture: 64 bits that hardly change when the picture is re-encoded, resized, brightened or
 * slightly cropped. Each bit says whether a point is clearly brighter than its left neighbour. `greyPixels` contains the
 * points of the reduced picture (`sampleSize`) row by row. The hash is signed like the database's bigint; null for a
 * picture with too little contrast to be recognized.
 */
export function perceptualHashOf(greyPixels: Uint8Array): bigint | null {
  let hash = 0n;
  let setBits = 0;
  for (let y = 0; y < sampleSize.height; y += 1) {
    for (let x = 1; x < sampleSize.width; x += 1) {
      const index = y * sampleSize.width + x;
      const isBrighter = (greyPixels[index] ?? 0) - (greyPixels[index - 1] ?? 0) > MAX_NOISE_LEVELS;
      hash = (hash << 1n) | (isBrighter ? 1n : 0n);
      if (isBrighter) setBits += 1;
    }
  }
  return setBits < MIN_EQUAL_BITS || 64 - setBits < MIN_EQUAL_BITS ? null : BigInt.asIntN(64, hash);
}

/**
 * Computes the perceptual hash of an upright, decoded sRGB picture; a picture shrunk while decoding would be too
 * inexact.
 */
export async function computePerceptualHash(picture: Sharp): Promise<bigint | null> {
  const greyPixels = await picture
    // Transparent areas become black, as they do when a picture is saved as JPEG.
    .flatten({ background: '#000' })
    // A kernel with ringing would react to every shift of an edge.
    .resize({ ...sampleSize, fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return perceptualHashOf(greyPixels);
}
