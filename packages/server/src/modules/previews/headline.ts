import { box, type Node, say } from './letters.ts';

/** Where a headline stands, in pixels. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** About how wide a letter is, in its own size. */
function breadth(letter: string): number {
  if (/[MWÑmw@%&—]/.test(letter)) return letter === letter.toUpperCase() ? 0.84 : 0.72;
  return letter === letter.toUpperCase() && letter !== letter.toLowerCase() ? 0.62 : 0.47;
}

const widthOf = (word: string): number =>
  [...word].reduce((sum, letter) => sum + breadth(letter), 0);

/** How wide a line is, in letters of `size`. */
const room = ({ width }: Place, size: number): number => width / size;

/** A word as items of a line: in display the A stands apart, so that it gets its own letter. */
function word(text: string, size: number, line: number): Node[] {
  const letters = [...text];
  // Letters that stay together where a word is longer than a line: the widest would fill it.
  const piece = Math.floor(line / breadth('M'));
  const pieces = Array.from({ length: Math.ceil(letters.length / piece) }, (_, index) =>
    letters.slice(index * piece, (index + 1) * piece).join(''),
  );
  return (widthOf(text) > line ? pieces : [text]).map((part, index, all) => {
    const runs = part.match(/[AÀÁÂÃ]|[^AÀÁÂÃ]+/g) ?? [];
    const marginRight = index === all.length - 1 ? size * 0.24 : 0;
    return box(
      { marginRight },
      runs.map((run) => say(run, /[AÀÁÂÃ]/.test(run) ? 'displayA' : 'display', {})),
    );
  });
}

/** Lines that words take in letters of a size, by estimate and rather one too many. */
function linesOf(words: readonly string[], line: number): number {
  let lines = 1;
  let used = 0;
  for (const each of words) {
    const width = widthOf(each);
    if (used > 0 && used + width > line) {
      lines += 1;
      used = 0;
    }
    // A word longer than a line is broken.
    const breaks = Math.max(0, Math.ceil(width / line) - 1);
    lines += breaks;
    used += width - breaks * line + 0.24;
  }
  return lines;
}

const LINE = 0.98;
const SMALLEST = 46;
const sizes = [84, 76, 68, 60, 52, SMALLEST] as const;

/** Pixels of the letters: as large as their place allows, rather smaller than a broken word. */
function sizeOf(words: readonly string[], place: Place): number {
  const fitting = sizes.filter(
    (size) => linesOf(words, room(place, size)) * LINE * size <= place.height,
  );
  const whole = fitting.find((size) => words.every((each) => widthOf(each) <= room(place, size)));
  return whole ?? fitting[0] ?? SMALLEST;
}

/** A text in display letters, as large as `place` allows; and about how many pixels high it is. */
export function headline(text: string, place: Place): { node: Node; height: number } {
  const words = text.split(/\s+/).filter((each) => each !== '');
  const size = sizeOf(words, place);
  const line = room(place, size);
  const node = box(
    {
      width: place.width,
      maxHeight: place.height,
      flexShrink: 0,
      flexWrap: 'wrap',
      alignContent: 'flex-start',
      fontSize: size,
      lineHeight: LINE,
      letterSpacing: -0.008 * size,
      overflow: 'hidden',
    },
    words.flatMap((each) => word(each, size, line)),
  );
  return { node, height: linesOf(words, line) * LINE * size };
}
