/** A point on the screen, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Minimum length of a swipe, in CSS pixels. */
const MIN_SWIPE_PX = 48;

/** Index of the file that a key selects among `count` files; null for keys without a meaning. */
export function indexAfterKey(key: string, currentIndex: number, count: number): number | null {
  const lastIndex = count - 1;
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, currentIndex - 1);
    case 'ArrowRight':
      return Math.min(lastIndex, currentIndex + 1);
    case 'Home':
      return 0;
    case 'End':
      return lastIndex;
    default:
      return null;
  }
}

/** Direction of a swipe: 1 to the next file, -1 to the previous one, 0 when the movement is no swipe. */
export function swipeDirection(startPoint: Point, endPoint: Point): -1 | 0 | 1 {
  const [x, y] = [endPoint.x - startPoint.x, endPoint.y - startPoint.y];
  if (Math.abs(x) < MIN_SWIPE_PX || Math.abs(x) < 1.5 * Math.abs(y)) return 0;
  return x < 0 ? 1 : -1;
}
