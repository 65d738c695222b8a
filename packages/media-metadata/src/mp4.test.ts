import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { buildMp4Box } from '../../server/test/fixtures/data/media-files.ts';
import { cleanMedia } from './clean-media.ts';

const CHUNK_COUNT = 100_000;
const fileType = buildMp4Box('ftyp', 'isom', 'aaaabbbb');
const samples = buildMp4Box('mdat', Buffer.alloc(100_000));
const SAMPLES_START = fileType.length + 8;

/** A track of measurements with `chunkCount` chunks of one sample, which all begin at the first byte of `samples`. */
function buildTrack(chunkCount: number, sampleBytes: number): Buffer {
  const words = (...values: number[]) => {
    const data = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) data.writeUInt32BE(value, index * 4);
    return data;
  };
  const sampleTables = buildMp4Box(
    'stbl',
    buildMp4Box('stsz', words(0, sampleBytes, chunkCount)),
    buildMp4Box('stsc', words(0, 1, 1, 1, 1)),
    buildMp4Box('stco', words(0, chunkCount), Buffer.alloc(chunkCount * 4, words(SAMPLES_START))),
  );
  const handler = buildMp4Box('hdlr', words(0, 0), 'meta', Buffer.alloc(12));
  return buildMp4Box('trak', buildMp4Box('mdia', handler, buildMp4Box('minf', sampleTables)));
}

async function createTestFile(tracks: readonly Buffer[]) {
  const folder = await mkdtemp(join(tmpdir(), 'guilda-mp4-'));
  const path = join(folder, 'file.mp4');
  await writeFile(path, Buffer.concat([fileType, samples, buildMp4Box('moov', ...tracks)]));
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

it('a file is refused whose many tracks have the same bytes, which would be overwritten again for each track', async () => {
  const track = buildTrack(1, 100_000);
  await using fileOfOne = await createTestFile([track]);
  await using fileOfMany = await createTestFile(Array<Buffer>(100).fill(track));
  expect(await cleanMedia(fileOfOne.path, { maxPixels: 1 })).toMatchObject({ ok: true });
  expect(await cleanMedia(fileOfMany.path, { maxPixels: 1 })).toMatchObject({ code: 'file_type' });
});

it('a file with many tracks of many chunks is refused in little memory', async () => {
  const track = buildTrack(CHUNK_COUNT, 1);
  await using file = await createTestFile(Array<Buffer>(60).fill(track));
  // A process with a small heap ends when a reader keeps all edits of such a file.
  const script = `const { cleanMedia } = await import(process.argv[1]);
    const outcome = await cleanMedia(process.argv[2], { maxPixels: 1 });
    console.log(outcome.ok ? 'accepted' : outcome.code);`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=100',
    '--input-type=module',
    '--eval',
    script,
    new URL('clean-media.ts', import.meta.url).href,
    file.path,
  ]);
  expect(stdout).toBe('file_type\n');
});
