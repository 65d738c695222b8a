import { type ByteFile, mustBe, UnsoundError } from './byte-file.ts';

/** A box of an MP4 file: bytes `start` to `end`, its content from `body` on. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

const LARGE = 1;
const TO_THE_END = 0;

/** The box at `offset` of a parent that ends at `limit`. */
async function readBox(file: ByteFile, offset: number, limit: number): Promise<Box> {
  mustBe(offset + 8 <= limit);
  const head = await file.at(offset, 8);
  const small = head.readUInt32BE(0);
  const type = head.toString('latin1', 4, 8);
  if (small === TO_THE_END) {
    mustBe(limit === file.size);
    return { type, start: offset, body: offset + 8, end: limit };
  }
  if (small !== LARGE) return bounded(type, offset, 8, small, limit);
  mustBe(offset + 16 <= limit);
  const large = (await file.at(offset + 8, 8)).readBigUInt64BE(0);
  mustBe(large <= BigInt(limit));
  return bounded(type, offset, 16, Number(large), limit);
}

function bounded(type: string, start: number, header: number, size: number, limit: number): Box {
  const end = start + size;
  mustBe(size >= header && end <= limit);
  return { type, start, body: start + header, end };
}

const printable = /^[\x20-\x7e\xa9][\x20-\x7e]{3}$/;

/**
 * The box at `offset` of the file itself, or null when other data follows. Throws `UnsoundError`
 * when the file ends inside a box that is `needed`.
 */
export async function outerBox(
  file: ByteFile,
  offset: number,
  needed: (type: string) => boolean,
): Promise<Box | null> {
  if (offset + 8 > file.size) return null;
  const type = (await file.at(offset, 8)).toString('latin1', 4, 8);
  if (!printable.test(type)) return null;
  try {
    return await readBox(file, offset, file.size);
  } catch (error) {
    if (error instanceof UnsoundError && !needed(type)) return null;
    throw error;
  }
}

/** How many more boxes are read of one file: a file of millions of boxes is refused. */
export interface Budget {
  boxes: number;
}

/** Counts one more box. */
export function spend(budget: Budget): void {
  budget.boxes -= 1;
  mustBe(budget.boxes >= 0);
}

/** The consecutive boxes that fill the range from `start` to `end`. */
export async function* boxesIn(
  file: ByteFile,
  start: number,
  end: number,
  budget: Budget,
): AsyncGenerator<Box> {
  for (let offset = start; offset < end; ) {
    spend(budget);
    const box = await readBox(file, offset, end);
    yield box;
    offset = box.end;
  }
}
