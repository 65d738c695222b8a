/** The log counts as scrolled to its end if at most this many px of it are below the visible part. */
const AT_END_DISTANCE_PX = 48;
/** Older messages are loaded at this distance from the beginning of the log, in px. */
const LOAD_OLDER_DISTANCE_PX = 80;

/**
 * A visible row and its position. When rows around it change, the scroll position is changed so that this row does not
 * move.
 */
interface ScrollAnchor {
  readonly row: HTMLElement;
  readonly top: number;
}

/** Controls the scroll position of a message log, independently of React. */
export interface LogScroll {
  /** Whether the log is scrolled to its end and stays there when messages are added. */
  following(): boolean;
  /** Whether the person has scrolled up, by slow steps too; positions that code sets do not count. */
  scrolledUp(): boolean;
  /** Records the position that the person has scrolled to. */
  note(): void;
  /** Restores the position of the visible row after the rows or the size of the box have changed. */
  hold(): void;
  /** Scrolls to the end of the log and stays there when messages are added. */
  toEnd(): void;
  atStart(): boolean;
  /** Whether the messages need more room than the box has, by more than the pixel that rounding adds. */
  overflows(): boolean;
}

/** The first row whose lower edge is visible. Rows are in order, so a binary search finds it. */
function firstVisibleRow(logBox: HTMLElement): ScrollAnchor | null {
  const rows = logBox.querySelectorAll<HTMLElement>('[data-row]');
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle] as HTMLElement;
    if (row.offsetTop + row.offsetHeight > logBox.scrollTop) high = middle;
    else low = middle + 1;
  }
  const row = rows[low];
  return row ? { row, top: row.offsetTop } : null;
}

/** Distance from the lower edge of the visible part to the end of the log, in px. */
const distanceToEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight;

/**
 * Keeps the scroll position of `logBox`, whose rows have the attribute `data-row` and are positioned relative to
 * `logBox`. The log stays at its end until the person scrolls away.
 */
export function createLogScroll(logBox: HTMLElement): LogScroll {
  let followsEnd = true;
  let anchor: ScrollAnchor | null = null;
  let lastRecorded = { top: 0, end: 0 };
  // Where upward scrolling is measured from: the position that code set or that counted last, or one further down since.
  let upwardFrom = 0;
  let wasScrolledUp = false;
  const record = () => {
    anchor = firstVisibleRow(logBox);
    lastRecorded = { top: logBox.scrollTop, end: logBox.scrollTop + distanceToEnd(logBox) };
  };
  // Whether the person has scrolled away from the end. A change of the rows may come before the browser's scroll event,
  // so the position is compared with the last recorded one.
  const hasLeft = () =>
    Math.abs(logBox.scrollTop - lastRecorded.top) > 1 &&
    distanceToEnd(logBox) >= AT_END_DISTANCE_PX &&
    lastRecorded.end - logBox.scrollTop >= AT_END_DISTANCE_PX;
  // At the end, a lower position means that the rows became less high or the box higher.
  const hasMovedUp = () => logBox.scrollTop < upwardFrom - 1 && distanceToEnd(logBox) > 1;
  const setEnd = () => {
    logBox.scrollTop = logBox.scrollHeight;
  };
  return {
    following: () => followsEnd,
    scrolledUp: () => wasScrolledUp || hasMovedUp(),
    note() {
      wasScrolledUp = false;
      upwardFrom = hasMovedUp() ? logBox.scrollTop : Math.max(upwardFrom, logBox.scrollTop);
      followsEnd = distanceToEnd(logBox) < AT_END_DISTANCE_PX;
      record();
    },
    hold() {
      if (hasMovedUp()) wasScrolledUp = true;
      if (followsEnd && hasLeft()) followsEnd = false;
      if (followsEnd) setEnd();
      else if (anchor?.row.isConnected) logBox.scrollTop += anchor.row.offsetTop - anchor.top;
      upwardFrom = logBox.scrollTop;
      record();
    },
    toEnd() {
      followsEnd = true;
      setEnd();
      upwardFrom = logBox.scrollTop;
      record();
    },
    atStart: () => logBox.scrollTop < LOAD_OLDER_DISTANCE_PX,
    overflows: () => logBox.scrollHeight - logBox.clientHeight > 1,
  };
}
