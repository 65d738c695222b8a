import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { findCategory } from '@guilda/contract/categories';
import { previewSize } from '@guilda/contract/previews';
import satori, { type Font } from 'satori';
import { palette, places } from './preview-art.ts';
import type { PreviewFacts } from './preview-facts.ts';

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

const voices = {
  text: { fontFamily: 'Archivo, Archivo Ext', fontWeight: 600 },
  figures: { fontFamily: 'Placar, Archivo', fontWeight: 700 },
  display: { fontFamily: 'Gotisch, Gotisch Ext, Archivo, Archivo Ext', fontWeight: 700 },
  /** The letter A of display texts: the gothic one misreads (`DESIGN §2`). */
  displayA: { fontFamily: 'Grenze, Archivo', fontWeight: 700 },
} as const;

type Voice = keyof typeof voices;
type Style = Readonly<Record<string, string | number>>;
interface Node {
  readonly type: 'div';
  readonly props: { readonly style: Style; readonly children?: string | readonly Node[] };
}

const box = (style: Style, children: string | readonly Node[]): Node => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

const say = (text: string, voice: Voice, style: Style): Node =>
  box({ ...voices[voice], color: palette.ink, ...style }, text);

/** About how wide a letter is, in its own size. */
function breadth(letter: string): number {
  if (/[MWÑmw@%&—]/.test(letter)) return letter === letter.toUpperCase() ? 0.84 : 0.72;
  return letter === letter.toUpperCase() && letter !== letter.toLowerCase() ? 0.62 : 0.47;
}

const widthOf = (word: string): number =>
  [...word].reduce((sum, letter) => sum + breadth(letter), 0);

/** How wide a line is, in letters of `size`. */
const room = (size: number): number => places.title.width / size;

/** Letters that stay together where a word is longer than a line. */
const PIECE = 9;

/** A word as items of a line: in display the A stands apart, so that it gets its own letter. */
function word(text: string, size: number): Node[] {
  const letters = [...text];
  const pieces = Array.from({ length: Math.ceil(letters.length / PIECE) }, (_, index) =>
    letters.slice(index * PIECE, (index + 1) * PIECE).join(''),
  );
  return (widthOf(text) > room(size) ? pieces : [text]).map((piece, index, all) => {
    const runs = piece.match(/[AÀÁÂÃ]|[^AÀÁÂÃ]+/g) ?? [];
    const marginRight = index === all.length - 1 ? size * 0.24 : 0;
    return box(
      { marginRight },
      runs.map((run) => say(run, /[AÀÁÂÃ]/.test(run) ? 'displayA' : 'display', {})),
    );
  });
}

/** Lines that words take in letters of `size`, by estimate and rather one too many. */
function linesOf(words: readonly string[], size: number): number {
  let lines = 1;
  let used = 0;
  for (const each of words) {
    const width = widthOf(each);
    if (used > 0 && used + width > room(size)) {
      lines += 1;
      used = 0;
    }
    // A word longer than a line is broken.
    lines += Math.max(0, Math.ceil(width / room(size)) - 1);
    used = (used + width + 0.24) % room(size);
  }
  return lines;
}

const LINE = 0.98;
const SMALLEST = 46;
const titleSizes = [84, 76, 68, 60, 52, SMALLEST] as const;

/** Pixels of the title's letters: as large as its place allows, rather smaller than a broken word. */
function titleSize(words: readonly string[]): number {
  const fitting = titleSizes.filter(
    (size) => linesOf(words, size) * LINE * size <= places.title.height,
  );
  const whole = fitting.find((size) => words.every((each) => widthOf(each) <= room(size)));
  return whole ?? fitting[0] ?? SMALLEST;
}

function titleOf(title: string): Node {
  const words = title.split(/\s+/).filter((each) => each !== '');
  const size = titleSize(words);
  return box(
    {
      ...places.title,
      position: 'absolute',
      flexWrap: 'wrap',
      alignContent: 'flex-start',
      fontSize: size,
      lineHeight: LINE,
      letterSpacing: -0.008 * size,
      overflow: 'hidden',
    },
    words.flatMap((each) => word(each, size)),
  );
}

function priceOf(price: string): Node {
  const [reais = '0', cents = '00'] = price.split('.');
  const place = { ...places.price, position: 'absolute', alignItems: 'flex-start' };
  if (Number(price) === 0) return box(place, [say('Grátis', 'figures', { fontSize: 84 })]);
  const whole = reais.replace(/\B(?=(\d{3})+$)/g, '.');
  return box({ ...place, lineHeight: 1 }, [
    say('R$', 'figures', { fontSize: 40, color: palette.ink3, marginTop: 10, marginRight: 12 }),
    say(whole, 'figures', { fontSize: 96 }),
    say(`,${cents}`, 'figures', { fontSize: 46, marginTop: 9, marginLeft: 2 }),
  ]);
}

/** 4.9 and 212 → `4,9 (212)`; without reviews, that there are none. */
function ratingOf({ rating, reviewCount }: PreviewFacts, left: number): Node {
  const place = { ...places.rating, position: 'absolute', alignItems: 'center' };
  if (rating === null) {
    return box({ ...place, left }, [
      say('Ainda sem avaliações', 'text', { fontSize: 25, color: palette.ink3 }),
    ]);
  }
  return box({ ...place, left: left + places.stars }, [
    say(rating.toFixed(1).replace('.', ','), 'figures', { fontSize: 36, marginRight: 12 }),
    say(`(${reviewCount.toLocaleString('pt-BR')})`, 'figures', {
      fontSize: 30,
      color: palette.ink3,
    }),
  ]);
}

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

function layout(facts: PreviewFacts, hasAvatar: boolean): Node {
  const name = hasAvatar ? places.name : places.nameAlone;
  const label = findCategory(facts.category)?.label ?? '';
  return box({ width: previewSize.width, height: previewSize.height }, [
    say(facts.type === 'call' ? 'Call' : 'Mídia', 'text', {
      ...places.tagText,
      position: 'absolute',
      fontSize: 26,
      color: palette.cal,
    }),
    say(label, 'text', {
      ...places.category,
      position: 'absolute',
      fontSize: 25,
      color: palette.accentInk,
    }),
    titleOf(facts.title.trim() || label),
    box({ ...name, position: 'absolute' }, [
      box(
        { ...voices.text, ...oneLine, color: palette.ink, fontSize: 29, display: 'block' },
        facts.sellerName,
      ),
    ]),
    ratingOf(facts, name.left),
    priceOf(facts.price),
  ]);
}

/** A picture of nothing, for what no font has while it is being found out. */
const NOTHING =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=';

async function draw(facts: PreviewFacts, hasAvatar: boolean, missing: Set<string>) {
  const node = layout(facts, hasAvatar);
  // Satori's type for its input is React's; it takes any tree of this form.
  return satori(node as unknown as Parameters<typeof satori>[0], {
    ...previewSize,
    fonts,
    loadAdditionalAsset: async (_code, segment) => {
      missing.add(segment);
      return NOTHING;
    },
  });
}

const without = (text: string, missing: ReadonlySet<string>): string =>
  [...missing]
    .reduce((rest, segment) => rest.replaceAll(segment, ''), text)
    .replace(/\s+/g, ' ')
    .trim();

/**
 * The texts of a preview as an SVG of outlines. Letters that the fonts do not have, emoji above all,
 * are left out: a title that consists of nothing else gives way to its category.
 */
export async function previewText(facts: PreviewFacts, hasAvatar: boolean): Promise<string> {
  const missing = new Set<string>();
  const first = await draw(facts, hasAvatar, missing);
  if (missing.size === 0) return first;
  const title = without(facts.title, missing);
  const sellerName = without(facts.sellerName, missing) || facts.sellerUsername;
  return draw({ ...facts, title, sellerName }, hasAvatar, missing);
}
