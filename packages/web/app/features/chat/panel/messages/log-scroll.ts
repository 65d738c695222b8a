/** Distance to the end of the log within which it counts as scrolled to the end, in px. */
const AT_END_DISTANCE_PX = 48;
/** Distance to the beginning of the log at which older messages are loaded, in px. */
const LOAD_OLDER_DISTANCE_PX = 80;

/** A visible row and its position, to which the scroll position is restored when rows around it change. */
interface ScrollAnchor {
  readonly row: HTMLElement;
  readonly top: number;
}

/** Moves a log's scroll position; no part of React. */
export interface LogScroll {
  /** The end is on screen and stays there when more comes. */
  following(): boolean;
  /** Notes where the person has scrolled to. */
  note(): void;
  /** Restores the position of the row on screen after the rows or the size of the box have changed. */
  hold(): void;
  /** Starts to keep the end of the log on screen. */
  toEnd(): void;
  atStart(): boolean;
}

/** The first row whose end is on screen; rows are in order, so halving finds it. */
function firstVisibleRow(box: HTMLElement): ScrollAnchor | null {
  const rows = box.querySelectorAll<HTMLElement>('[data-row]');
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle] as HTMLElement;
    if (row.offsetTop + row.offsetHeight > box.scrollTop) high = middle;
    else low = middle + 1;
  }
  const row = rows[low];
  return row ? { row, top: row.offsetTop } : null;
}

/** How far the end is below what is on screen, in px. */
const distanceToEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight;

/**
 * Keeps a place in `box`, whose rows carry `data-row` and are positioned within it. The end is
 * followed until the person scrolls away from it.
 */
export function createLogScroll(box: HTMLElement): LogScroll {
  let follow = true;
  let anchor: ScrollAnchor | null = null;
  let last = { top: 0, end: 0 };
  const mark = () => {
    anchor = firstVisibleRow(box);
    last = { top: box.scrollTop, end: box.scrollTop + distanceToEnd(box) };
  };
  // A change may arrive after the person scrolled and before the browser's scroll event.
  const hasLeft = () =>
    Math.abs(box.scrollTop - last.top) > 1 &&
    distanceToEnd(box) >= AT_END_DISTANCE_PX &&
    last.end - box.scrollTop >= AT_END_DISTANCE_PX;
  return {
    following: () => follow,
    note() {
      follow = distanceToEnd(box) < AT_END_DISTANCE_PX;
      mark();
    },
    hold() {
      if (follow && hasLeft()) follow = false;
      if (follow) box.scrollTop = box.scrollHeight;
      else if (anchor?.row.isConnected) box.scrollTop += anchor.row.offsetTop - anchor.top;
      mark();
    },
    toEnd() {
      follow = true;
      box.scrollTop = box.scrollHeight;
      mark();
    },
    atStart: () => box.scrollTop < LOAD_OLDER_DISTANCE_PX,
  };
}
