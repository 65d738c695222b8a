import { describe, expect, it } from 'vitest';
import { parseRange } from './range.ts';

const whole = { kind: 'whole' };
const none = { kind: 'unsatisfiable' };
const part = (start: number, end: number) => ({ kind: 'part', range: { start, end } });

describe('a Range header for 100 bytes', () => {
  it.each([
    [undefined, whole],
    ['bytes=0-', part(0, 99)],
    ['bytes=0-0', part(0, 0)],
    ['bytes=10-19', part(10, 19)],
    ['BYTES = 10 - 19', part(10, 19)],
    ['bytes=99-', part(99, 99)],
    ['bytes=90-500', part(90, 99)],
    ['bytes=-1', part(99, 99)],
    ['bytes=-500', part(0, 99)],
    ['bytes=-0', none],
    ['bytes=100-', none],
    ['bytes=100-200', none],
    ['bytes=999999999999999-', none],
    // The header cannot be parsed and is therefore ignored.
    ['bytes=', whole],
    ['bytes=-', whole],
    ['bytes=20-10', whole],
    ['bytes=0-1,5-9', whole],
    ['bytes=a-b', whole],
    ['bytes=1-2-3', whole],
    ['items=0-9', whole],
    ['bytes=9999999999999999-', whole],
  ])('%j', (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });
});

describe('a Range header for nothing', () => {
  it.each(['bytes=0-', 'bytes=-5'])('%j', (header) => {
    expect(parseRange(header, 0)).toEqual(none);
  });
});
