import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** Pictures with something on them, of which no two are the same. */

/** Numbers from 0 to 1 that are the same for the same seed. */
function numbers(seed: number): () => number {
  let state = (seed + 1) * 2654435761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

function shape(next: () => number): string {
  const colour = `hsl(${next() * 360} ${next() * 80}% ${next() * 100}%)`;
  const [x, y] = [next() * 800, next() * 600];
  return next() < 0.5
    ? `<circle cx="${x}" cy="${y}" r="${20 + next() * 200}" fill="${colour}"/>`
    : `<rect x="${x}" y="${y}" width="${40 + next() * 400}" height="${40 + next() * 300}"
        fill="${colour}" transform="rotate(${next() * 90})"/>`;
}

/** A picture of many coloured shapes, 480 × 360; another for each `seed`. */
export function scene(seed: number): Promise<Buffer> {
  const next = numbers(seed);
  const shapes = Array.from({ length: 8 + Math.floor(next() * 16) }, () => shape(next));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" width="480" height="360">
    <rect width="800" height="600" fill="hsl(${next() * 360} 50% 50%)"/>${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

const art = new URL('../src/demo/art/', import.meta.url);

/** The pictures of the demo, drawn in the house. */
export async function houseArt(): Promise<Buffer[]> {
  const names = (await readdir(art)).filter((name) => name.endsWith('.svg')).sort();
  return Promise.all(
    names.map((name) =>
      sharp(fileURLToPath(new URL(name, art)))
        .resize(480)
        .png()
        .toBuffer(),
    ),
  );
}
