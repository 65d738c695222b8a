import {
  assertWellFormed,
  type ByteFile,
  type FileEdit,
  type MetadataReading,
} from './byte-file.ts';
import { exifWithOrientation, readOrientation } from './exif.ts';

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const COMMENT_MARKER = 0xfe;
const MAX_SEGMENTS = 10_000;

/** The application segments that a decoder needs, each with its marker and first bytes. */
const neededApplicationSegments = [
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
] as const;

/** Findings about a JPEG while its segments are read. */
interface JpegReadState {
  readonly edits: FileEdit[];
  pixels: { width: number; height: number } | null;
  /** Orientation of the picture; null until an EXIF segment was found. */
  orientation: number | null;
}

interface JpegSegment {
  readonly marker: number;
  /** Position at which the segment's payload begins. */
  readonly start: number;
  /** Position at which the segment's payload ends. */
  readonly end: number;
}

const isFrameMarker = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isApplicationMarker = (marker: number) => marker >= 0xe0 && marker <= 0xef;
/** Whether a marker has no payload; true also for values that are not markers. */
const isMarkerWithoutPayload = (marker: number) =>
  marker <= 0x01 || (marker >= 0xd0 && marker <= START_OF_IMAGE);

async function readSegment(file: ByteFile, offset: number): Promise<JpegSegment> {
  let position = offset;
  // Fill bytes (0xff) may precede a marker; fewer than 1,024 of them are accepted.
  for (let markerBytes = await file.at(position, 2); ; markerBytes = await file.at(position, 2)) {
    assertWellFormed(markerBytes[0] === 0xff && position - offset < 1024);
    if (markerBytes[1] !== 0xff) break;
    position += 1;
  }
  const marker = (await file.at(position, 2)).readUInt8(1);
  assertWellFormed(!isMarkerWithoutPayload(marker));
  if (marker === END_OF_IMAGE) return { marker, start: position + 2, end: position + 2 };
  const length = (await file.at(position + 2, 2)).readUInt16BE(0);
  const end = position + 2 + length;
  assertWellFormed(length >= 2 && end <= file.size);
  return { marker, start: position + 4, end };
}

async function readFrame(
  file: ByteFile,
  { start, end }: JpegSegment,
  state: JpegReadState,
): Promise<void> {
  assertWellFormed(state.pixels === null && end - start >= 6);
  const frameHeader = await file.at(start, 6);
  const [height, width] = [frameHeader.readUInt16BE(1), frameHeader.readUInt16BE(3)];
  assertWellFormed(width > 0 && height > 0);
  state.pixels = { width, height };
}

/** Overwrites a segment that no decoder needs; an EXIF segment keeps its orientation. */
async function removeSegmentMetadata(
  file: ByteFile,
  segment: JpegSegment,
  state: JpegReadState,
): Promise<void> {
  const { marker, start, end } = segment;
  const length = end - start;
  const firstBytes = (await file.read(start, Math.min(length, 16))).toString('latin1');
  if (
    neededApplicationSegments.some(([kind, text]) => kind === marker && firstBytes.startsWith(text))
  )
    return;
  if (length === 0) return;
  state.edits.push({ offset: start, zeros: length });
  if (marker !== 0xe1 || !firstBytes.startsWith('Exif\0') || state.orientation !== null) return;
  const orientation = readOrientation((await file.read(start, length)).subarray(6));
  state.orientation = orientation;
  const bareExif = exifWithOrientation(orientation);
  if (orientation !== 1 && bareExif.length <= length)
    state.edits.push({ offset: start, data: bareExif });
}

/** Finds the end of the compressed data that begins at `offset`: the first marker that does not belong to the data. */
async function findEndOfScan(file: ByteFile, offset: number): Promise<number> {
  let position = offset;
  for (;;) {
    const bytes = await file.at(position, 2);
    let markerIndex = bytes.indexOf(0xff);
    while (markerIndex !== -1 && markerIndex + 1 < bytes.length) {
      const nextByte = bytes.readUInt8(markerIndex + 1);
      const belongsToData =
        nextByte === 0 || nextByte === 0xff || (nextByte >= 0xd0 && nextByte <= 0xd7);
      if (!belongsToData) return position + markerIndex;
      markerIndex = bytes.indexOf(0xff, markerIndex + (nextByte === 0xff ? 1 : 2));
    }
    position += markerIndex === -1 ? bytes.length : markerIndex;
  }
}

/** Reads a JPEG by visiting every segment, and the compressed data to its end. */
export async function readJpeg(file: ByteFile): Promise<MetadataReading> {
  const state: JpegReadState = { edits: [], pixels: null, orientation: null };
  assertWellFormed((await file.at(0, 2)).readUInt16BE(0) === (0xff00 | START_OF_IMAGE));
  let scanCount = 0;
  let offset = 2;
  for (let segmentCount = 0; segmentCount < MAX_SEGMENTS; segmentCount += 1) {
    const segment = await readSegment(file, offset);
    offset = segment.end;
    if (segment.marker === END_OF_IMAGE) {
      assertWellFormed(scanCount > 0 && state.pixels !== null);
      return { pixels: uprightPixels(state), edits: state.edits, end: offset };
    }
    if (isFrameMarker(segment.marker)) await readFrame(file, segment, state);
    else if (segment.marker === START_OF_SCAN) {
      assertWellFormed(state.pixels !== null);
      scanCount += 1;
      offset = await findEndOfScan(file, offset);
    } else if (isApplicationMarker(segment.marker) || segment.marker === COMMENT_MARKER) {
      await removeSegmentMetadata(file, segment, state);
    }
  }
  assertWellFormed(false);
}

function uprightPixels({ pixels, orientation }: JpegReadState): MetadataReading['pixels'] {
  if (pixels === null || (orientation ?? 1) < 5) return pixels;
  return { width: pixels.height, height: pixels.width };
}
