import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { buildMp4Box } from '../../server/test/fixtures/data/media-files.ts';

const CHUNK_COUNT = 100_000;

/** A track of measurements with as many chunks as a whole file may have, each of one sample of one byte. */
function buildTrackOfManyChunks(): Buffer {
  const words = (...values: number[]) => {
    const data = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) data.writeUInt32BE(value, index * 4);
    return data;
  };
  const sampleTables = buildMp4Box(
    'stbl',
    buildMp4Box('stsz', words(0, 1, CHUNK_COUNT)),
    buildMp4Box('stsc', words(0, 1, 1, 1, 1)),
    buildMp4Box('stco', words(0, CHUNK_COUNT), Buffer.alloc(CHUNK_COUNT * 4)),
  );
  const handler = buildMp4Box('hdlr', words(0, 0), 'meta', Buffer.alloc(12));
  return buildMp4Box('trak', buildMp4Box('mdia', handler, buildMp4Box('minf', sampleTables)));
}

it('a file with many tracks of many chunks is refused in little memory', async () => {
  const testFolder = await mkdtemp(join(tmpdir(), 'guilda-mp4-'));
  const path = join(testFolder, 'file.mp4');
  const tracks = Array<Buffer>(60).fill(buildTrackOfManyChunks());
  await writeFile(
    path,
    Buffer.concat([buildMp4Box('ftyp', 'isom', 'aaaabbbb'), buildMp4Box('moov', ...tracks)]),
  );
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
    path,
  ]).finally(() => rm(testFolder, { recursive: true, force: true }));
  expect(stdout).toBe('file_type\n');
});
