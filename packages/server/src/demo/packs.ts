import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

/** A file of a demo pack, in the form in which its seller would upload it. */
export interface DemoPackFile {
  readonly name: string;
  readonly content: Blob;
}

const readArtFile = (file: string): Promise<Buffer> =>
  readFile(new URL(`./art/${file}`, import.meta.url));

/** Renders a cover drawing as a screen-sized picture. */
async function createWallpaper(name: string, format: 'png' | 'jpeg'): Promise<DemoPackFile> {
  const drawing = sharp(await readArtFile(`capa-${name}.svg`), { density: 200 }).resize(1600);
  const content = new Blob([await drawing.toFormat(format).toBuffer()]);
  return { name: `${name}.${format === 'png' ? 'png' : 'jpg'}`, content };
}

const STICKER_FRAMES = 12;
const STICKER_SIDE_PIXELS = 240;

/** Renders an avatar as a looping animation. */
async function createSticker(portraitNumber: number, name: string): Promise<DemoPackFile> {
  const svg = (await readArtFile(`avatar-${portraitNumber}.svg`)).toString('base64');
  const frames = Array.from({ length: STICKER_FRAMES }, (_, frame) => {
    const angle = 9 * Math.sin((2 * Math.PI * frame) / STICKER_FRAMES);
    const picture = `<image href="data:image/svg+xml;base64,${svg}" width="96" height="96" transform="rotate(${angle.toFixed(2)} 48 90) translate(9 9) scale(.81)"/>`;
    const svgText = `<svg xmlns="http://www.w3.org/2000/svg" width="${STICKER_SIDE_PIXELS}" height="${STICKER_SIDE_PIXELS}" viewBox="0 0 96 96"><path fill="#0f2b22" d="M0 0h96v96H0z"/>${picture}</svg>`;
    return sharp(Buffer.from(svgText)).png().toBuffer();
  });
  const frameDelays = Array.from({ length: STICKER_FRAMES }, () => 80);
  const gif = sharp(await Promise.all(frames), { join: { animated: true } }).gif({
    loop: 0,
    delay: frameDelays,
  });
  return { name: `${name}.gif`, content: new Blob([await gif.toBuffer()]) };
}

/** Reads a video file of the repository. */
async function readDemoVideo(): Promise<DemoPackFile> {
  return {
    name: 'casa em blocos.mp4',
    content: new Blob([new Uint8Array(await readArtFile('casa.mp4'))]),
  };
}

/** Files of the demo's packs, rendered from the repository's drawings when the demo is seeded. */
export const demoPacks = {
  wallpapers: () =>
    Promise.all([
      createWallpaper('mira', 'png'),
      createWallpaper('tabuleiro', 'png'),
      createWallpaper('filme', 'jpeg'),
      createWallpaper('trilha', 'jpeg'),
    ]),
  stickers: () =>
    Promise.all([
      createSticker(8, 'capivara'),
      createSticker(3, 'crítica'),
      createSticker(10, 'corrida'),
    ]),
  brandArt: () =>
    Promise.all([
      readDemoVideo(),
      createWallpaper('blocos', 'png'),
      createWallpaper('caixa', 'jpeg'),
    ]),
} as const satisfies Record<string, () => Promise<DemoPackFile[]>>;

export type DemoPack = keyof typeof demoPacks;
