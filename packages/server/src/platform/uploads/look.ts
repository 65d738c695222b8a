import type { Sharp } from 'sharp';

/** Points of the small grey picture that a look is read from. */
const lookPoints = { width: 9, height: 8 } as const;

/**
 * Grey levels (of 255) by which a point has to be brighter than the one to its left. Below it the
 * noise of re-encoding would decide, and areas of one colour would look different each time.
 */
const STEP = 3;

/**
 * Bits that have to be set, and unset, for a picture to have a look at all. Plain and nearly plain
 * pictures, and those that only run from dark to light, resemble each other without being the same.
 */
const LEAST_BITS = 12;

/**
 * How a picture looks, as 64 bits that hardly change when it is re-encoded, resized, brightened or
 * cropped a little: of each row's neighbours, whether the right one is brighter. `grey` holds the
 * `lookPoints` row by row. Signed, as the database keeps it; null for a picture too flat to be
 * known again (`product §9`).
 */
export function lookOf(grey: Uint8Array): bigint | null {
  let look = 0n;
  let set = 0;
  for (let y = 0; y < lookPoints.height; y += 1) {
    for (let x = 1; x < lookPoints.width; x += 1) {
      const at = y * lookPoints.width + x;
      const brighter = (grey[at] ?? 0) - (grey[at - 1] ?? 0) > STEP;
      look = (look << 1n) | (brighter ? 1n : 0n);
      if (brighter) set += 1;
    }
  }
  return set < LEAST_BITS || 64 - set < LEAST_BITS ? null : BigInt.asIntN(64, look);
}

/** The look of an upright picture in sRGB that is decoded: decoders that shrink are too rough. */
export async function readLook(picture: Sharp): Promise<bigint | null> {
  const grey = await picture
    // What is transparent is black in a JPEG made of it.
    .flatten({ background: '#000' })
    // A kernel that rings would answer to every shift of an edge.
    .resize({ ...lookPoints, fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return lookOf(grey);
}
