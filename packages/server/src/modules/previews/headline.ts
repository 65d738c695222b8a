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
  const pieceLength = Math.floor(lineWidth / charWidth('M'));
  const pieces = Array.from({ length: Math.ceil(letters.length / pieceLength) }, (_, index) =>
    letters.slice(index * pieceLength, (index + 1) * pieceLength).join(''),
  );
  return (wordWidth(text) > lineWidth ? pieces : [text]).map((piece, index, allPieces) => {
    const letterRuns = piece.match(/[AÀÁÂÃ]|[^AÀÁÂÃ]+/g) ?? [];
    const marginRight = index === allPieces.length - 1 ? fontSize * 0.24 : 0;
    return flexBox(
      { marginRight },
      letterRuns.map((letters) =>
        textNode(letters, /[AÀÁÂÃ]/.test(letters) ? 'displayA' : 'display', {}),
      ),
    );
  });
}

/** Estimates how many lines the words need; the estimate may be one too high, but not too low. */
function countLines(words: readonly string[], lineWidth: number): number {
  let lineCount = 1;
  let usedWidth = 0;
  for (const word of words) {
    const width = wordWidth(word);
    if (usedWidth > 0 && usedWidth + width > lineWidth) {
      lineCount += 1;
      usedWidth = 0;
    }
    // A word longer than a line is broken into several lines.
    const breakCount = Math.max(0, Math.ceil(width / lineWidth) - 1);
    lineCount += breakCount;
    usedWidth += width - breakCount * lineWidth + 0.24;
  }
  return lineCount;
}

/** Height of a line as a multiple of the font size. */
const LINE_HEIGHT = 0.98;
/** Smallest font size of a headline, in px. */
const MIN_FONT_SIZE = 46;
/** Font sizes that are tried for a headline, in px, largest first. */
const fontSizes = [84, 76, 68, 60, 52, MIN_FONT_SIZE] as const;

/**
 * The largest font size at which the words fit into the box with no word broken. If there is none, the largest size at
 * which they fit with broken words, else the smallest size.
 */
function chooseFontSize(words: readonly string[], textBox: TextBox): number {
  const fittingSizes = fontSizes.filter(
    (size) =>
      countLines(words, lineWidthInEm(textBox, size)) * LINE_HEIGHT * size <= textBox.height,
  );
  const sizeForWholeWords = fittingSizes.find((size) =>
    words.every((word) => wordWidth(word) <= lineWidthInEm(textBox, size)),
  );
  return sizeForWholeWords ?? fittingSizes[0] ?? MIN_FONT_SIZE;
}

/** Lays out a text in the display typeface, as large as fits into `textBox`, and estimates its height in pixels. */
export function layOutHeadline(
  text: string,
  textBox: TextBox,
): { node: LayoutNode; height: number } {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const fontSize = chooseFontSize(words, textBox);
  const lineWidth = lineWidthInEm(textBox, fontSize);
  const headlineNode = flexBox(
    {
      width: textBox.width,
      maxHeight: textBox.height,
      flexShrink: 0,
      flexWrap: 'wrap',
      alignContent: 'flex-start',
      fontSize,
      lineHeight: LINE_HEIGHT,
      letterSpacing: -0.008 * fontSize,
      overflow: 'hidden',
    },
    words.flatMap((word) => wordNodes(word, fontSize, lineWidth)),
  );
  return { node: headlineNode, height: countLines(words, lineWidth) * LINE_HEIGHT * fontSize };
}
