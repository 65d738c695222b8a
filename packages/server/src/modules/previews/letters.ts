import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { previewSize } from '@guilda/contract/previews';
import satori, { type Font } from 'satori';
import { palette } from './house-art.ts';

const require = createRequire(import.meta.url);

const font = (name: string, weight: 600 | 700, path: string): Font => ({
  name,
  weight,
  style: 'normal',
  data: readFileSync(path),
});

/** Each family in its two alphabets, under a name of its own: the first that has a letter draws it. */
const fonts = [
  font('Archivo', 600, require.resolve('@fontsource/archivo/files/archivo-latin-600-normal.woff')),
  font(
    'Archivo Ext',
    600,
    require.resolve('@fontsource/archivo/files/archivo-latin-ext-600-normal.woff'),
  ),
  font(
    'Placar',
    700,
    require.resolve('@fontsource/archivo-narrow/files/archivo-narrow-latin-700-normal.woff'),
  ),
  font(
    'Gotisch',
    700,
    require.resolve('@fontsource/grenze-gotisch/files/grenze-gotisch-latin-700-normal.woff'),
  ),
  font(
    'Gotisch Ext',
    700,
    require.resolve('@fontsource/grenze-gotisch/files/grenze-gotisch-latin-ext-700-normal.woff'),
  ),
  font('Grenze', 700, require.resolve('@fontsource/grenze/files/grenze-latin-700-normal.woff')),
];

export const voices = {
  text: { fontFamily: 'Archivo, Archivo Ext', fontWeight: 600 },
  figures: { fontFamily: 'Placar, Archivo', fontWeight: 700 },
  display: { fontFamily: 'Gotisch, Gotisch Ext, Archivo, Archivo Ext', fontWeight: 700 },
  /** The letter A of display texts: the gothic one misreads (`DESIGN §2`). */
  displayA: { fontFamily: 'Grenze, Archivo', fontWeight: 700 },
} as const;

export type Voice = keyof typeof voices;
export type Style = Readonly<Record<string, string | number>>;
export interface Node {
  readonly type: 'div';
  readonly props: { readonly style: Style; readonly children?: string | readonly Node[] };
}

/** A part of a drawing: it lays its parts out side by side. */
export const box = (style: Style, children: string | readonly Node[]): Node => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

/** A text in one of the house's voices. */
export const say = (text: string, voice: Voice, style: Style): Node =>
  box({ ...voices[voice], color: palette.ink, ...style }, text);

/** The style of a text that ends in dots where its line does. */
export const oneLine = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  display: 'block',
} as const;

/** A picture of nothing, for what no font has while it is being found out. */
const NOTHING =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=';

/** What the fonts have no letters of, and what stands in for it. */
type Missing = Map<string, string>;

/** Letters in another dress, such as 𝓗, ﬁ and ế, have a plain one. */
const plain = (letter: string): string => letter.normalize('NFKD').replace(/[^ -~]/g, '');

async function draw(layout: Node, missing: Missing): Promise<string> {
  // Satori's type for its input is React's; it takes any tree of this form.
  return satori(layout as unknown as Parameters<typeof satori>[0], {
    ...previewSize,
    fonts,
    loadAdditionalAsset: async (kind, segment) => {
      // An emoji comes whole; of a script it comes every letter that is missing, side by side.
      if (kind === 'emoji') missing.set(segment, '');
      else for (const letter of segment) missing.set(letter, plain(letter));
      return NOTHING;
    },
  });
}

/** Takes from a text what the fonts have no letters of. */
export type Readable = (text: string) => string;

const without =
  (missing: Missing): Readable =>
  (text) =>
    [...missing]
      .reduce((rest, [segment, instead]) => rest.replaceAll(segment, instead), text)
      .replace(/\s+/g, ' ')
      .trim();

/**
 * The texts of a preview as an SVG of outlines. Letters that the fonts do not have, emoji above all,
 * are left out: `layout` is asked again with what takes them away, to put something in the place of
 * a text that consists of nothing else.
 */
export async function outlines(layout: (readable: Readable) => Node): Promise<string> {
  const missing: Missing = new Map();
  for (;;) {
    const known = missing.size;
    const svg = await draw(layout(without(missing)), missing);
    // What takes the place of one text may itself have letters that are missing.
    if (missing.size === known) return svg;
  }
}
