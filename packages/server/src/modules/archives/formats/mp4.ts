import { type ByteFile, type Edit, mustBe, type Reading } from './byte-file.ts';
import { type Box, type Budget, boxesIn } from './mp4-boxes.ts';
import { emptiedSamples, sampleTableTypes } from './mp4-samples.ts';

const MAX_BOXES = 200_000;
const FREE = Buffer.from('free', 'latin1');

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/**
 * The boxes that a player needs, by the box they stand in (none: the file itself). Whatever else
 * stands there (`udta`, `meta`, `uuid`, a maker's own) may tell where a video was made.
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

/** Tracks of pictures, sound and subtitles; others carry measurements, positions among them. */
const shown = words('vide soun subt text sbtl clcp');

/** Major brands of MP4 files as cameras, phones and encoders write them. */
const brands = words(
  'isom iso2 iso3 iso4 iso5 iso6 iso7 iso8 iso9 isoa isob isoc mp41 mp42 mp71 avc1 dash hvc1 hev1 ' +
    'M4V_ M4VH M4VP MSNV NDAS XAVC cmfc cmff msdh',
);

/** What is known of the track being walked. */
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

async function walk(state: Walk, parent: string, start: number, end: number): Promise<void> {
  for await (const box of boxesIn(state.file, start, end, state.budget)) {
    if (!needed[parent]?.has(box.type)) {
      state.edits.push(...emptied(box));
      continue;
    }
    state.counts.set(box.type, (state.counts.get(box.type) ?? 0) + 1);
    if (box.type === 'trak') state.tracks.push({ box, handler: null, tables: new Map() });
    await note(state, parent, box);
    if (Object.hasOwn(needed, box.type)) await walk(state, box.type, box.body, box.end);
  }
}

/** Keeps what is said of the track that the box stands in. */
async function note({ file, tracks }: Walk, parent: string, box: Box): Promise<void> {
  const track = tracks.at(-1);
  if (!track) return;
  if (parent === 'mdia' && box.type === 'hdlr') {
    mustBe(track.handler === null && box.end - box.body >= 12);
    track.handler = (await file.at(box.body, 12)).toString('latin1', 8, 12);
  }
  if (parent === 'stbl' && sampleTableTypes.has(box.type)) track.tables.set(box.type, box);
}

async function readBrand(file: ByteFile): Promise<void> {
  const head = await file.at(0, 12);
  mustBe(head.readUInt32BE(0) >= 16 && head.toString('latin1', 4, 8) === 'ftyp');
  mustBe(brands.has(head.toString('latin1', 8, 12).replace(' ', '_')));
}

/** Everything a track says that is no picture, sound or subtitle, where it lies. */
async function emptiedTracks({ file, tracks, counts }: Walk): Promise<Edit[]> {
  const edits: Edit[] = [];
  for (const { box, handler, tables } of tracks) {
    mustBe(handler !== null);
    if (shown.has(handler)) continue;
    // In a file of fragments the samples are told by each fragment instead.
    mustBe(!counts.has('moof'));
    edits.push(...(await emptiedSamples(file, tables)), ...emptied(box));
  }
  return edits;
}

/** MP4 with at least one track of pictures: every box is walked, the samples are the player's. */
export async function readMp4(file: ByteFile): Promise<Reading> {
  await readBrand(file);
  const state: Walk = {
    file,
    budget: { boxes: MAX_BOXES },
    edits: [],
    tracks: [],
    counts: new Map(),
  };
  await walk(state, '', 0, file.size);
  mustBe(state.counts.get('ftyp') === 1 && state.counts.get('moov') === 1);
  mustBe(state.counts.has('mdat'));
  mustBe(state.tracks.some(({ handler }) => handler === 'vide'));
  const edits = [...state.edits, ...(await emptiedTracks(state))];
  return { pixels: null, edits, end: file.size };
}
