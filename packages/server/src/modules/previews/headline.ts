import { flexBox, type LayoutNode, textNode } from './text-svg.ts';

/** Position and size of a text, in pixels. */
export interface TextBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Estimated width of a character in em. */
function charWidth(letter: string): number {
  if (/[MWÑmw@%&—]/.test(letter)) return letter === letter.toUpperCase() ? 0.84 : 0.72;
  return letter === letter.toUpperCase() && letter !== letter.toLowerCase() ? 0.62 : 0.47;
}

const wordWidth = (word: string): number =>
  [...word].reduce((sum, letter) => sum + charWidth(letter), 0);

/** Width of a line in em, for a font size of `size` pixels. */
const lineWidthInEm = ({ width }: TextBox, size: number): number => width / size;

/** Layout nodes of a word. Each letter A is a node of its own, because it uses another typeface. */
function wordNodes(text: string, fontSize: number, lineWidth: number): LayoutNode[] {
  const letters = [...text];
  // A word longer than a line is split into pieces of this many characters, which fit even if all are of the widest
  // kind.
  const piece = Math.floor(lineWidth / charWidth('M'));
  const pieces = Array.from({ length: Math.ceil(letters.length / piece) }, (_, index) =>
    letters.slice(index * piece, (index + 1) * piece).join(''),
  );
  return (wordWidth(text) > lineWidth ? pieces : [text]).map((part, index, all) => {
    const runs = part.match(/[AÀÁÂÃ]|[^AÀÁÂÃ]+/g) ?? [];
    const marginRight = index === all.length - 1 ? fontSize * 0.24 : 0;
    return flexBox(
      { marginRight },
      runs.map((run) => textNode(run, /[AÀÁÂÃ]/.test(run) ? 'displayA' : 'display', {})),
    );
  });
}

/** Estimates how many lines the words need; the estimate may be one too high, but not too low. */
function countLines(words: readonly string[], lineWidth: number): number {
  let lines = 1;
  let used = 0;
  for (const each of words) {
    const width = wordWidth(each);
    if (used > 0 && used + width > lineWidth) {
      lines += 1;
      used = 0;
    }
    // A word longer than a line is broken into several lines.
    const breaks = Math.max(0, Math.ceil(width / lineWidth) - 1);
    lines += breaks;
    used += width - breaks * lineWidth + 0.24;
  }
  return lines;
}

/** Height of a line as a multiple of the font size. */
const LINE_HEIGHT = 0.98;
/** Smallest font size of a headline, in px. */
const MIN_FONT_SIZE = 46;
/** Font sizes that are tried for a headline, in px, largest first. */
const fontSizes = [84, 76, 68, 60, 52, MIN_FONT_SIZE] as const;

/** The largest font size at which the words fit; a smaller one if no word has to be broken then. */
function chooseFontSize(words: readonly string[], textBox: TextBox): number {
  const fitting = fontSizes.filter(
    (size) =>
      countLines(words, lineWidthInEm(textBox, size)) * LINE_HEIGHT * size <= textBox.height,
  );
  const sizeForWholeWords = fitting.find((size) =>
    words.every((each) => wordWidth(each) <= lineWidthInEm(textBox, size)),
  );
  return sizeForWholeWords ?? fitting[0] ?? MIN_FONT_SIZE;
}

/** Lays out a text in the display typeface, as large as fits into `textBox`, and estimates its height in pixels. */
export function layOutHeadline(
  text: string,
  textBox: TextBox,
): { node: LayoutNode; height: number } {
  const words = text.split(/\s+/).filter((each) => each !== '');
  const size = chooseFontSize(words, textBox);
  const line = lineWidthInEm(textBox, size);
  const node = flexBox(
    {
      width: textBox.width,
      maxHeight: textBox.height,
      flexShrink: 0,
      flexWrap: 'wrap',
      alignContent: 'flex-start',
      fontSize: size,
      lineHeight: LINE_HEIGHT,
      letterSpacing: -0.008 * size,
      overflow: 'hidden',
    },
    words.flatMap((each) => wordNodes(each, size, line)),
  );
  return { node, height: countLines(words, line) * LINE_HEIGHT * size };
}
