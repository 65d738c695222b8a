import { type ByteFile, type Edit, type MetadataReading, mustBe } from './byte-file.ts';
import { type Box, type Budget, boxesIn, outerBox, spend } from './mp4-boxes.ts';
import { emptiedSamples, sampleTableTypes } from './mp4-samples.ts';

const MAX_BOXES = 200_000;
/** Limit for the edits of one file, each of which is a write: an hour of measurements needs far fewer. */
const MAX_EDITS = 100_000;
const FREE = Buffer.from('free', 'latin1');

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/**
 * The boxes that a player needs, by their parent box (none: the file itself). Others (`udta`, `meta`,
 * `uuid`, vendor boxes) may contain the place of a recording and are emptied.
 */
const needed: Readonly<Record<string, ReadonlySet<string>>> = {
  '': words('ftyp styp moov moof mdat sidx ssix mfra pdin prft'),
  moov: words('mvhd trak mvex iods'),
  trak: words('tkhd edts mdia tref trgr'),
  mdia: words('mdhd hdlr minf elng'),
  minf: words('vmhd smhd hmhd sthd nmhd gmhd hdlr dinf stbl'),
  stbl: words(
    'stsd stts ctts cslg stss stps stsh stsc stsz stz2 stco co64 sdtp padb sbgp sgpd subs saiz saio',
  ),
  moof: words('mfhd traf'),
  traf: words('tfhd tfdt trun sdtp sbgp sgpd subs saiz saio senc'),
};

/** Handlers of picture, sound and subtitle tracks; other tracks carry measurements such as positions. */
const shown = words('vide soun subt text sbtl clcp');

/** Major brands of MP4 files as cameras, phones and encoders write them. */
const brands = words(
  'isom iso2 iso3 iso4 iso5 iso6 iso7 iso8 iso9 isoa isob isoc mp41 mp42 mp71 avc1 dash hvc1 hev1 ' +
    'M4V_ M4VH M4VP MSNV NDAS XAVC cmfc cmff msdh',
);

/** State of the current track while reading. */
interface Track {
  readonly box: Box;
  handler: string | null;
  readonly tables: Map<string, Box>;
}

interface Walk {
  readonly file: ByteFile;
  readonly budget: Budget;
  readonly edits: Edit[];
  readonly tracks: Track[];
  readonly counts: Map<string, number>;
}

function emptied({ type, start, body, end }: Box): Edit[] {
  const name: Edit[] = type === 'free' ? [] : [{ offset: start + 4, data: FREE }];
  return [...name, { offset: body, zeros: end - body }];
}

async function visit(state: Walk, parent: string, box: Box): Promise<void> {
  if (!needed[parent]?.has(box.type)) {
    state.edits.push(...emptied(box));
    return;
  }
  state.counts.set(box.type, (state.counts.get(box.type) ?? 0) + 1);
  if (box.type === 'trak') state.tracks.push({ box, handler: null, tables: new Map() });
  await note(state, parent, box);
  if (!Object.hasOwn(needed, box.type)) return;
  for await (const inner of boxesIn(state.file, box.body, box.end, state.budget)) {
    await visit(state, box.type, inner);
  }
}

/**
 * Visits the top-level boxes and answers where they end: recorders append data of their own. Throws when a
 * box that a player needs is incomplete, since the file was cut off.
 */
async function visitFile(state: Walk, start: number): Promise<number> {
  const { file, budget } = state;
  let offset = start;
  while (offset < file.size) {
    const box = await outerBox(file, offset, (type) => needed['']?.has(type) === true);
    if (box === null) break;
    spend(budget);
    await visit(state, '', box);
    offset = box.end;
  }
  return offset;
}

/** Records what the box says about its track. */
async function note({ file, tracks }: Walk, parent: string, box: Box): Promise<void> {
  const track = tracks.at(-1);
  if (!track) return;
  if (parent === 'mdia' && box.type === 'hdlr') {
    mustBe(track.handler === null && box.end - box.body >= 12);
    track.handler = (await file.at(box.body, 12)).toString('latin1', 8, 12);
  }
  if (parent === 'stbl' && sampleTableTypes.has(box.type)) track.tables.set(box.type, box);
}

/** The end of the first box, which names the brand; the file may be shorter. */
async function readBrand(file: ByteFile): Promise<number> {
  const head = await file.at(0, 12);
  const size = head.readUInt32BE(0);
  mustBe(size >= 12 && head.toString('latin1', 4, 8) === 'ftyp');
  mustBe(brands.has(head.toString('latin1', 8, 12).replace(' ', '_')));
  return Math.min(size, file.size);
}

/** The edits that empty a track which is neither picture, sound nor subtitle. */
async function emptiedTracks({ file, tracks, counts }: Walk): Promise<Edit[]> {
  const edits: Edit[] = [];
  for (const { box, handler, tables } of tracks) {
    if (handler !== null && shown.has(handler)) continue;
    // In a fragmented file each fragment locates its own samples instead.
    mustBe(!counts.has('moof'));
    edits.push(...(await emptiedSamples(file, tables)), ...emptied(box));
  }
  return edits;
}

/**
 * Reads an MP4, recognised by its brand: visits every box; samples are checked by the player. A file without
 * an index (`moov`) is not playable; only its metadata boxes are emptied.
 */
export async function readMp4(file: ByteFile): Promise<MetadataReading> {
  const state: Walk = {
    file,
    budget: { boxes: MAX_BOXES },
    edits: [],
    tracks: [],
    counts: new Map(),
  };
  const end = await visitFile(state, await readBrand(file));
  const { counts } = state;
  mustBe(!counts.has('ftyp') && (counts.get('moov') ?? 0) <= 1);
  mustBe(counts.has('moov') || !counts.has('moof'));
  const edits = [...state.edits, ...(await emptiedTracks(state))];
  mustBe(edits.length <= MAX_EDITS);
  return { pixels: null, edits, end: counts.has('moov') ? end : file.size };
}
