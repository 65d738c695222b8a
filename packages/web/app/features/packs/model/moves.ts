/** A point on the screen, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How far a finger goes to turn the page, in CSS pixels. */
const SWIPE_PX = 48;

/** The place that a key leads to among `count` files; null for keys that mean nothing here. */
export function placeAfter(key: string, place: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, place - 1);
    case 'ArrowRight':
      return Math.min(last, place + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

/** Which way a finger turned the page: 1 forward, -1 back, 0 for anything else. */
export function swipeOf(from: Point, to: Point): -1 | 0 | 1 {
  const [x, y] = [to.x - from.x, to.y - from.y];
  if (Math.abs(x) < SWIPE_PX || Math.abs(x) < 1.5 * Math.abs(y)) return 0;
  return x < 0 ? 1 : -1;
}
