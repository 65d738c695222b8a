import { assertWellFormed, type ByteFile, MalformedFileError } from './byte-file.ts';

/** A box of an MP4 file: it extends from `start` to `end`, and its content begins at `contentStart`. */
export interface Mp4Box {
  readonly type: string;
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
}

/** Value of a box's size field when a field of 64 bits contains the size. */
const SIZE_IS_64_BIT = 1;
/** Value of a box's size field when the box extends to the end of the file. */
const SIZE_TO_END_OF_FILE = 0;

/** Reads the box at `offset`, inside a parent that ends at `limit`. */
async function readBox(file: ByteFile, offset: number, limit: number): Promise<Mp4Box> {
  assertWellFormed(offset + 8 <= limit);
  const header = await file.at(offset, 8);
  const sizeField = header.readUInt32BE(0);
  const type = header.toString('latin1', 4, 8);
  if (sizeField === SIZE_TO_END_OF_FILE) {
    assertWellFormed(limit === file.size);
    return { type, start: offset, contentStart: offset + 8, end: limit };
  }
  if (sizeField !== SIZE_IS_64_BIT) return createBoxWithin(type, offset, 8, sizeField, limit);
  assertWellFormed(offset + 16 <= limit);
  const largeSize = (await file.at(offset + 8, 8)).readBigUInt64BE(0);
  assertWellFormed(largeSize <= BigInt(limit));
  return createBoxWithin(type, offset, 16, Number(largeSize), limit);
}

function createBoxWithin(
  type: string,
  start: number,
  headerBytes: number,
  size: number,
  limit: number,
): Mp4Box {
  const end = start + size;
  assertWellFormed(size >= headerBytes && end <= limit);
  return { type, start, contentStart: start + headerBytes, end };
}

const printableBoxType = /^[\x20-\x7e\xa9][\x20-\x7e]{3}$/;

/**
 * Reads the box at `offset` of the file itself; null when other data follows instead. Throws `MalformedFileError` when
 * the file ends inside a box for whose type `isNeeded` returns true.
 */
export async function readTopLevelBox(
  file: ByteFile,
  offset: number,
  isNeeded: (type: string) => boolean,
): Promise<Mp4Box | null> {
  if (offset + 8 > file.size) return null;
  const type = (await file.at(offset, 8)).toString('latin1', 4, 8);
  if (!printableBoxType.test(type)) return null;
  try {
    return await readBox(file, offset, file.size);
  } catch (error) {
    if (error instanceof MalformedFileError && !isNeeded(type)) return null;
    throw error;
  }
}

/** Limit of the boxes that are read of one file, because a file with millions of them would take too long. */
export interface BoxBudget {
  /** Number of boxes that may still be read. */
  boxes: number;
}

/** Counts one more box; throws when the budget is used up. */
export function countBox(budget: BoxBudget): void {
  budget.boxes -= 1;
  assertWellFormed(budget.boxes >= 0);
}

/** Yields the consecutive boxes that fill the range from `start` to `end`. */
export async function* boxesIn(
  file: ByteFile,
  start: number,
  end: number,
  budget: BoxBudget,
): AsyncGenerator<Mp4Box> {
  for (let offset = start; offset < end; ) {
    countBox(budget);
    const box = await readBox(file, offset, end);
    yield box;
    offset = box.end;
  }
}
