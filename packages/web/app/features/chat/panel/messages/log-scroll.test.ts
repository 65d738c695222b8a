import { expect, test } from 'vitest';
import { createLogScroll } from './log-scroll.ts';

const ROW_HEIGHT = 100;
const BOX_HEIGHT = 300;

/** A fake scroll box: rows of equal height, and a scroll position within its bounds. */
function createFakeScrollBox(rowCount: number) {
  let rows: object[] = [];
  let top = 0;
  let boxHeight = BOX_HEIGHT;
  const maxTop = () => Math.max(0, rows.length * ROW_HEIGHT - boxHeight);
  const createRow = () => {
    const rowElement = {
      isConnected: true,
      offsetHeight: ROW_HEIGHT,
      get offsetTop() {
        return rows.indexOf(rowElement) * ROW_HEIGHT;
      },
    };
    return rowElement;
  };
  const createRows = (addedCount: number) => Array.from({ length: addedCount }, createRow);
  rows = createRows(rowCount);
  const box = {
    querySelectorAll: () => rows,
    get scrollTop() {
      top = Math.min(top, maxTop());
      return top;
    },
    set scrollTop(value: number) {
      top = Math.max(0, Math.min(value, maxTop()));
    },
    get scrollHeight() {
      return Math.max(boxHeight, rows.length * ROW_HEIGHT);
    },
    get clientHeight() {
      return boxHeight;
    },
  };
  return {
    box: box as unknown as HTMLElement,
    prepend: (addedCount: number) => rows.unshift(...createRows(addedCount)),
    append: (addedCount: number) => rows.push(...createRows(addedCount)),
    remove: (removedCount: number) => rows.splice(-removedCount),
    resize: (newHeight: number) => {
      boxHeight = newHeight;
    },
  };
}

test('the log follows its end until the person scrolls away, and again once the person is back', () => {
  const { box, append } = createFakeScrollBox(10);
  const scroll = createLogScroll(box);
  scroll.hold();
  expect(box.scrollTop).toBe(700);
  append(2);
  scroll.hold();
  expect(box.scrollTop).toBe(900);
  box.scrollTop = 400;
  scroll.note();
  append(2);
  scroll.hold();
  expect(box.scrollTop).toBe(400);
  box.scrollTop = 1090;
  scroll.note();
  append(1);
  scroll.hold();
  expect(box.scrollTop).toBe(1200);
});

test('rows that are added above do not move the rows on screen', () => {
  const { box, prepend, append } = createFakeScrollBox(15);
  const scroll = createLogScroll(box);
  scroll.hold();
  box.scrollTop = 40;
  scroll.note();
  expect(scroll.atStart()).toBe(true);
  prepend(15);
  append(1);
  scroll.hold();
  expect(box.scrollTop).toBe(40 + 15 * ROW_HEIGHT);
  expect(scroll.atStart()).toBe(false);
});

test('only a person scrolls up: not a change of the rows, of the box or of the position by code', () => {
  const { box, prepend, append, remove, resize } = createFakeScrollBox(15);
  const scroll = createLogScroll(box);
  scroll.hold();
  expect(scroll.overflows()).toBe(true);
  const changes = [() => prepend(15), () => append(1), () => remove(1), () => resize(350)];
  for (const change of [...changes, scroll.toEnd]) {
    change();
    expect(scroll.scrolledUp()).toBe(false);
    scroll.hold();
    expect(scroll.scrolledUp()).toBe(false);
    scroll.note();
  }
  box.scrollTop -= 100;
  expect(scroll.scrolledUp()).toBe(true);
  append(1);
  // The rows change before the scroll event.
  scroll.hold();
  expect(scroll.scrolledUp()).toBe(true);
  scroll.note();
  expect(scroll.scrolledUp()).toBe(false);
  box.scrollTop += 50;
  expect(scroll.scrolledUp()).toBe(false);
});

test('scrolling up by a pixel at a time counts, and each step only once', () => {
  const { box } = createFakeScrollBox(15);
  const scroll = createLogScroll(box);
  scroll.hold();
  const counted = Array.from({ length: 6 }, () => {
    box.scrollTop -= 1;
    const isCounted = scroll.scrolledUp();
    scroll.note();
    return isCounted;
  });
  expect(counted).toEqual([false, true, false, true, false, true]);
});

test('a few rows do not overflow a high box, nor does a pixel of rounding', () => {
  const { box, append, resize } = createFakeScrollBox(3);
  const scroll = createLogScroll(box);
  expect(scroll.overflows()).toBe(false);
  resize(3 * ROW_HEIGHT - 1);
  expect(scroll.overflows()).toBe(false);
  resize(3 * ROW_HEIGHT - 2);
  expect(scroll.overflows()).toBe(true);
  resize(BOX_HEIGHT);
  append(1);
  expect(scroll.overflows()).toBe(true);
});

test('a person who scrolls away during a change is not moved back', () => {
  const { box, append } = createFakeScrollBox(15);
  const scroll = createLogScroll(box);
  scroll.hold();
  box.scrollTop = 40;
  append(1);
  scroll.hold();
  expect(box.scrollTop).toBe(40);
});

test('the end stays on screen when the height of the log changes, such as by a keyboard', () => {
  const { box, resize } = createFakeScrollBox(15);
  const scroll = createLogScroll(box);
  scroll.hold();
  resize(150);
  scroll.hold();
  expect(box.scrollTop).toBe(1350);
  resize(BOX_HEIGHT);
  scroll.hold();
  expect(box.scrollTop).toBe(1200);
});

test('sending a message scrolls to the end from any position', () => {
  const { box, append } = createFakeScrollBox(15);
  const scroll = createLogScroll(box);
  scroll.hold();
  box.scrollTop = 0;
  scroll.note();
  append(1);
  scroll.toEnd();
  expect(box.scrollTop).toBe(1300);
  expect(scroll.following()).toBe(true);
});
