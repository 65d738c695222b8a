import {
  assertWellFormed,
  type ByteFile,
  type FileEdit,
  type MetadataReading,
} from './byte-file.ts';
import { type BoxBudget, boxesIn, countBox, type Mp4Box, readTopLevelBox } from './mp4-boxes.ts';
import { editsToEmptySamples, sampleTableTypes } from './mp4-samples.ts';

const MAX_BOXES = 200_000;
/** Maximum number of edits of one file, each of which is a write; a recording of an hour needs far fewer. */
const MAX_EDITS = 100_000;
const FREE_BOX_TYPE = Buffer.from('free', 'latin1');

const createWordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/**
 * Types of the boxes that a player needs, by the type of their parent box (empty for the file itself). Other boxes
 * (`udta`, `meta`, `uuid`, those of vendors) may contain the place of a recording, so their content is overwritten.
 */
const neededBoxesByParent: Readonly<Record<string, ReadonlySet<string>>> = {
  '': createWordSet('ftyp styp moov moof mdat sidx ssix mfra pdin prft'),
  moov: createWordSet('mvhd trak mvex iods'),
  trak: createWordSet('tkhd edts mdia tref trgr'),
  mdia: createWordSet('mdhd hdlr minf elng'),
  minf: createWordSet('vmhd smhd hmhd sthd nmhd gmhd hdlr dinf stbl'),
  stbl: createWordSet(
    'stsd stts ctts cslg stss stps stsh stsc stsz stz2 stco co64 sdtp padb sbgp sgpd subs saiz saio',
  ),
  moof: createWordSet('mfhd traf'),
  traf: createWordSet('tfhd tfdt trun sdtp sbgp sgpd subs saiz saio senc'),
};

/** Handler types of tracks with picture, sound or subtitles; other tracks contain measurements such as positions. */
const playableTrackHandlers = createWordSet('vide soun subt text sbtl clcp');

/** Major brands of MP4 files that cameras, phones and encoders write. */
const mp4Brands = createWordSet(
  'isom iso2 iso3 iso4 iso5 iso6 iso7 iso8 iso9 isoa isob isoc mp41 mp42 mp71 avc1 dash hvc1 hev1 ' +
    'M4V_ M4VH M4VP MSNV NDAS XAVC cmfc cmff msdh',
);

/** What has been found out about a track while its boxes are read. */
interface TrackState {
  readonly box: Mp4Box;
  /** Handler type, which tells what the track contains; null until its box was read. */
  handler: string | null;
  readonly tables: Map<string, Mp4Box>;
}

/** What has been found out about a file while its boxes are read. */
interface Mp4ReadState {
  readonly file: ByteFile;
  readonly budget: BoxBudget;
  readonly edits: FileEdit[];
  /** Number of bytes that `edits` overwrite with zeros. */
  zeroedBytes: number;
  readonly tracks: TrackState[];
  /** Number of boxes of each type. */
  readonly boxCounts: Map<string, number>;
}

/** Number of edits that the file may still get. */
const editsLeft = ({ edits }: Pick<Mp4ReadState, 'edits'>): number => MAX_EDITS - edits.length;

/**
 * Plans further edits; throws at once when the file needs too many, so that they never fill the memory, or when they
 * overwrite more than twice the bytes of the file: samples do not overlap, and of boxes only a track is overwritten
 * after boxes inside of it.
 */
function addEdits(state: Mp4ReadState, edits: readonly FileEdit[]): void {
  assertWellFormed(edits.length <= editsLeft(state));
  for (const edit of edits) {
    if ('zeros' in edit) state.zeroedBytes += edit.zeros;
    state.edits.push(edit);
  }
  assertWellFormed(state.zeroedBytes <= 2 * state.file.size);
}

function editsToEmptyBox({ type, start, contentStart, end }: Mp4Box): FileEdit[] {
  const typeEdit: FileEdit[] = type === 'free' ? [] : [{ offset: start + 4, data: FREE_BOX_TYPE }];
  return [...typeEdit, { offset: contentStart, zeros: end - contentStart }];
}

async function visitBox(state: Mp4ReadState, parent: string, box: Mp4Box): Promise<void> {
  if (!neededBoxesByParent[parent]?.has(box.type)) {
    addEdits(state, editsToEmptyBox(box));
    return;
  }
  state.boxCounts.set(box.type, (state.boxCounts.get(box.type) ?? 0) + 1);
  if (box.type === 'trak') state.tracks.push({ box, handler: null, tables: new Map() });
  await recordTrackFacts(state, parent, box);
  if (!Object.hasOwn(neededBoxesByParent, box.type)) return;
  for await (const innerBox of boxesIn(state.file, box.contentStart, box.end, state.budget)) {
    await visitBox(state, box.type, innerBox);
  }
}

/**
 * Visits the top-level boxes and returns where the last box ends, which is before the end of the file when a recorder
 * has appended other data. Throws when a box that a player needs is incomplete, because the file was then truncated.
 */
async function visitTopLevelBoxes(state: Mp4ReadState, startOffset: number): Promise<number> {
  const { file, budget } = state;
  let offset = startOffset;
  while (offset < file.size) {
    const box = await readTopLevelBox(
      file,
      offset,
      (type) => neededBoxesByParent['']?.has(type) === true,
    );
    if (box === null) break;
    countBox(budget);
    await visitBox(state, '', box);
    offset = box.end;
  }
  return offset;
}

/** Records the facts that a box contains about its track. */
async function recordTrackFacts(
  { file, tracks }: Mp4ReadState,
  parent: string,
  box: Mp4Box,
): Promise<void> {
  const track = tracks.at(-1);
  if (!track) return;
  if (parent === 'mdia' && box.type === 'hdlr') {
    assertWellFormed(track.handler === null && box.end - box.contentStart >= 12);
    track.handler = (await file.at(box.contentStart, 12)).toString('latin1', 8, 12);
  }
  if (parent === 'stbl' && sampleTableTypes.has(box.type)) track.tables.set(box.type, box);
}

/** Checks the brand in the first box; returns the end of this box, or of the file if the file ends before. */
async function checkBrand(file: ByteFile): Promise<number> {
  const header = await file.at(0, 12);
  const size = header.readUInt32BE(0);
  assertWellFormed(size >= 12 && header.toString('latin1', 4, 8) === 'ftyp');
  assertWellFormed(mp4Brands.has(header.toString('latin1', 8, 12).replace(' ', '_')));
  return Math.min(size, file.size);
}

/** Plans the edits that overwrite every track without picture, sound or subtitles. */
async function emptyTracks(state: Mp4ReadState): Promise<void> {
  const { file, tracks, boxCounts } = state;
  for (const { box, handler, tables } of tracks) {
    if (handler !== null && playableTrackHandlers.has(handler)) continue;
    // Fragmented files are refused here, because their samples are located by tables in each fragment.
    assertWellFormed(!boxCounts.has('moof'));
    addEdits(state, await editsToEmptySamples(file, tables, editsLeft(state)));
    addEdits(state, editsToEmptyBox(box));
  }
}

/**
 * Reads an MP4, recognised by its brand, by visiting every box; the picture and sound data is not checked. A file
 * without an index (`moov`) is not playable: only its metadata boxes are emptied, and nothing is cut off its end.
 */
export async function readMp4(file: ByteFile): Promise<MetadataReading> {
  const state: Mp4ReadState = {
    file,
    budget: { boxes: MAX_BOXES },
    edits: [],
    zeroedBytes: 0,
    tracks: [],
    boxCounts: new Map(),
  };
  const end = await visitTopLevelBoxes(state, await checkBrand(file));
  const { boxCounts } = state;
  assertWellFormed(!boxCounts.has('ftyp') && (boxCounts.get('moov') ?? 0) <= 1);
  assertWellFormed(boxCounts.has('moov') || !boxCounts.has('moof'));
  await emptyTracks(state);
  return { pixels: null, edits: state.edits, end: boxCounts.has('moov') ? end : file.size };
}
