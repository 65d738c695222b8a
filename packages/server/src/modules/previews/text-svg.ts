import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { previewSize } from '@guilda/contract/services/previews';
import satori, { type Font } from 'satori';
import { palette } from './brand-art.ts';

const require = createRequire(import.meta.url);

const loadFont = (name: string, weight: 600 | 700, path: string): Font => ({
  name,
  weight,
  style: 'normal',
  data: readFileSync(path),
});

/**
 * Each family has a latin and a latin-ext file, loaded under different names; satori uses the first font that has a
 * glyph.
 */
const loadedFonts = [
  loadFont(
    'Archivo',
    600,
    require.resolve('@fontsource/archivo/files/archivo-latin-600-normal.woff'),
  ),
  loadFont(
    'Archivo Ext',
    600,
    require.resolve('@fontsource/archivo/files/archivo-latin-ext-600-normal.woff'),
  ),
  loadFont(
    'Placar',
    700,
    require.resolve('@fontsource/archivo-narrow/files/archivo-narrow-latin-700-normal.woff'),
  ),
  loadFont(
    'Gotisch',
    700,
    require.resolve('@fontsource/grenze-gotisch/files/grenze-gotisch-latin-700-normal.woff'),
  ),
  loadFont(
    'Gotisch Ext',
    700,
    require.resolve('@fontsource/grenze-gotisch/files/grenze-gotisch-latin-ext-700-normal.woff'),
  ),
  loadFont('Grenze', 700, require.resolve('@fontsource/grenze/files/grenze-latin-700-normal.woff')),
];

export const typefaceStyles = {
  text: { fontFamily: 'Archivo, Archivo Ext', fontWeight: 600 },
  figures: { fontFamily: 'Placar, Archivo', fontWeight: 700 },
  display: { fontFamily: 'Gotisch, Gotisch Ext, Archivo, Archivo Ext', fontWeight: 700 },
  /** Typeface of the letter A in display texts, because the A of the blackletter display font is hard to read. */
  displayA: { fontFamily: 'Grenze, Archivo', fontWeight: 700 },
} as const;

export type Typeface = keyof typeof typefaceStyles;
export type LayoutStyle = Readonly<Record<string, string | number>>;
export interface LayoutNode {
  readonly type: 'div';
  readonly props: {
    readonly style: LayoutStyle;
    readonly children?: string | readonly LayoutNode[];
  };
}

/** A layout node that arranges its children as a flex container. */
export const flexBox = (
  style: LayoutStyle,
  children: string | readonly LayoutNode[],
): LayoutNode => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

/** A layout node with a text in one of the typefaces. */
export const textNode = (text: string, typeface: Typeface, style: LayoutStyle): LayoutNode =>
  flexBox({ ...typefaceStyles[typeface], color: palette.ink, ...style }, text);

/** Style of a text on one line that is cut with an ellipsis. */
export const oneLineStyle = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  display: 'block',
} as const;

/** An empty SVG image, which satori gets for characters that no font has. */
const EMPTY_IMAGE =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=';

/** Characters that no font has, each with the text that replaces it. */
type MissingCharacters = Map<string, string>;

/** ASCII form of characters such as 𝓗, ﬁ and ế; empty when there is none. */
const toPlainLetters = (letter: string): string => letter.normalize('NFKD').replace(/[^ -~]/g, '');

async function layOutAndDrawSvg(
  layout: LayoutNode,
  missingCharacters: MissingCharacters,
): Promise<string> {
  // Satori's input type is the one of React, but satori accepts any tree of this shape.
  return satori(layout as unknown as Parameters<typeof satori>[0], {
    ...previewSize,
    fonts: loadedFonts,
    loadAdditionalAsset: async (kind, segment) => {
      // Satori reports each emoji as one segment, and characters of other scripts as segments of several characters.
      if (kind === 'emoji') missingCharacters.set(segment, '');
      else for (const letter of segment) missingCharacters.set(letter, toPlainLetters(letter));
      return EMPTY_IMAGE;
    },
  });
}

/** Replaces or removes the characters of a text that no font has. */
export type ToRenderable = (text: string) => string;

const replacerOf =
  (missingCharacters: MissingCharacters): ToRenderable =>
  (text) =>
    [...missingCharacters]
      .reduce((replacedText, [segment, instead]) => replacedText.replaceAll(segment, instead), text)
      .replace(/\s+/g, ' ')
      .trim();

/**
 * Renders texts as SVG outlines. Characters that no font has, mostly emoji, are replaced or removed by the function
 * `toRenderable`, which `layout` applies to its texts. `layout` can then choose another text for one that became empty.
 */
export async function renderTextSvg(
  layout: (toRenderable: ToRenderable) => LayoutNode,
): Promise<string> {
  const missingCharacters: MissingCharacters = new Map();
  for (;;) {
    const knownCount = missingCharacters.size;
    const svg = await layOutAndDrawSvg(layout(replacerOf(missingCharacters)), missingCharacters);
    // The text that `layout` chose instead of an empty one may contain further missing characters, hence the loop.
    if (missingCharacters.size === knownCount) return svg;
  }
}
