import { describe, expect, it } from 'vitest';
import { parseRange } from './range.ts';

const wholeRange = { kind: 'whole' };
const unsatisfiableRange = { kind: 'unsatisfiable' };
const rangePart = (start: number, end: number) => ({ kind: 'part', range: { start, end } });

describe('a Range header for 100 bytes', () => {
  it.each([
    [undefined, wholeRange],
    ['bytes=0-', rangePart(0, 99)],
    ['bytes=0-0', rangePart(0, 0)],
    ['bytes=10-19', rangePart(10, 19)],
    ['BYTES = 10 - 19', rangePart(10, 19)],
    ['bytes=99-', rangePart(99, 99)],
    ['bytes=90-500', rangePart(90, 99)],
    ['bytes=-1', rangePart(99, 99)],
    ['bytes=-500', rangePart(0, 99)],
    ['bytes=-0', unsatisfiableRange],
    ['bytes=100-', unsatisfiableRange],
    ['bytes=100-200', unsatisfiableRange],
    ['bytes=999999999999999-', unsatisfiableRange],
    // The header cannot be parsed and is therefore ignored.
    ['bytes=', wholeRange],
    ['bytes=-', wholeRange],
    ['bytes=20-10', wholeRange],
    ['bytes=0-1,5-9', wholeRange],
    ['bytes=a-b', wholeRange],
    ['bytes=1-2-3', wholeRange],
    ['items=0-9', wholeRange],
    ['bytes=9999999999999999-', wholeRange],
  ])('%j', (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });
});

describe('a Range header for an empty file', () => {
  it.each(['bytes=0-', 'bytes=-5'])('%j', (header) => {
    expect(parseRange(header, 0)).toEqual(unsatisfiableRange);
  });
});
