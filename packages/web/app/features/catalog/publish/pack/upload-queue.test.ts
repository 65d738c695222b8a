import type { Archive } from '@guilda/contract/services/packs';
import { describe, expect, it, vi } from 'vitest';
import { fileTypeLabel, packFileProblem } from './pack-file.ts';
import { packReadiness, UploadQueue, unfinishedCount, uploadedIds } from './upload-queue.ts';

const buildFile = (name: string, size = 10) => new File([new Uint8Array(size)], name);
const buildStoredFile = (id: string): Archive => ({
  id,
  name: `${id}.png`,
  type: 'image/png',
  kind: 'PNG',
  size: 10,
});

/** A queue whose uploads finish when the test says so. */
function setUpQueue() {
  const uploads = new Map<
    string,
    {
      onProgress(share: number): void;
      signal: AbortSignal;
      arrive(): Promise<void>;
      fail(error: unknown): Promise<void>;
    }
  >();
  const discardedIds: string[] = [];
  const queue = new UploadQueue({
    send: (file, { onProgress, signal }) =>
      new Promise((resolve, reject) => {
        const afterNextTick = async (work: () => void) => {
          uploads.delete(file.name);
          work();
          await new Promise((done) => setTimeout(done));
        };
        signal.addEventListener('abort', () => uploads.delete(file.name));
        uploads.set(file.name, {
          onProgress,
          signal,
          arrive: () => afterNextTick(() => resolve(buildStoredFile(file.name))),
          fail: (error) => afterNextTick(() => reject(error)),
        });
      }),
    discard: ({ id }) => discardedIds.push(id),
    problem: (file) => packFileProblem(file, 100),
    explain: (error) => ({ message: String(error), final: error === 'never' }),
  });
  const names = () => queue.items().map(({ name }) => name);
  const phases = () => queue.items().map(({ state }) => state.phase);
  const keyOf = (name: string) => queue.items().find((item) => item.name === name)?.key ?? '';
  return { queue, uploads, discardedIds, names, phases, keyOf };
}

describe('the upload queue', () => {
  it('uploads two files at a time, and the next one when one has finished', async () => {
    const { queue, uploads, phases } = setUpQueue();
    queue.add([buildFile('a.png'), buildFile('b.png'), buildFile('c.png')]);
    expect([...uploads.keys()]).toEqual(['a.png', 'b.png']);
    await uploads.get('b.png')?.arrive();
    expect([...uploads.keys()]).toEqual(['a.png', 'c.png']);
    expect(phases()).toEqual(['sending', 'sent', 'sending']);
    await uploads.get('c.png')?.arrive();
    await uploads.get('a.png')?.arrive();
    expect(uploadedIds(queue.items())).toEqual(['a.png', 'b.png', 'c.png']);
    expect(packReadiness(queue.items())).toBe('ready');
  });

  it('reports how much of a file was sent', () => {
    const { queue, uploads } = setUpQueue();
    const listener = vi.fn();
    queue.subscribe(listener);
    queue.add([buildFile('a.png')]);
    uploads.get('a.png')?.onProgress(0.5);
    expect(queue.items()[0]?.state).toEqual({ phase: 'sending', share: 0.5 });
    expect(listener).toHaveBeenCalled();
  });

  it('keeps a failure at its file, which is uploaded again separately', async () => {
    const { queue, uploads, phases, keyOf } = setUpQueue();
    queue.add([buildFile('a.png'), buildFile('b.png')]);
    await uploads.get('a.png')?.fail('lost');
    await uploads.get('b.png')?.arrive();
    expect(queue.items()[0]?.state).toEqual({ phase: 'failed', message: 'lost' });
    expect(packReadiness(queue.items())).toBe('broken');
    queue.retry(keyOf('a.png'));
    expect([...uploads.keys()]).toEqual(['a.png']);
    await uploads.get('a.png')?.arrive();
    expect(phases()).toEqual(['sent', 'sent']);
  });

  it('refuses unsuitable files, before or after the upload', async () => {
    const { queue, uploads, phases, keyOf } = setUpQueue();
    queue.add([buildFile('nota.txt'), buildFile('grande.mp4', 101), buildFile('a.png')]);
    expect(phases()).toEqual(['refused', 'refused', 'sending']);
    await uploads.get('a.png')?.fail('never');
    expect(phases()).toEqual(['refused', 'refused', 'refused']);
    queue.retry(keyOf('a.png'));
    expect(uploads.size).toBe(0);
    expect(packReadiness(queue.items())).toBe('empty');
  });

  it('stops the upload of a removed file, which is deleted if it was stored all the same', async () => {
    const { queue, uploads, discardedIds, names, keyOf } = setUpQueue();
    queue.add([buildFile('a.png'), buildFile('b.png'), buildFile('c.png')]);
    const lateUpload = uploads.get('a.png');
    queue.remove(keyOf('a.png'));
    expect(lateUpload?.signal.aborted).toBe(true);
    expect([...uploads.keys()]).toEqual(['b.png', 'c.png']);
    await lateUpload?.arrive();
    await uploads.get('b.png')?.arrive();
    queue.remove(keyOf('b.png'));
    expect(discardedIds).toEqual(['a.png', 'b.png']);
    expect(names()).toEqual(['c.png']);
  });

  it('removes files of the service without deleting them', () => {
    const { queue, discardedIds } = setUpQueue();
    queue.adopt([buildStoredFile('x'), buildStoredFile('y')], true);
    queue.adopt([buildStoredFile('y'), buildStoredFile('z')], false);
    expect(uploadedIds(queue.items())).toEqual(['x', 'y', 'z']);
    queue.remove('x');
    queue.remove('z');
    expect(discardedIds).toEqual(['z']);
    queue.release();
    expect(discardedIds).toEqual(['z']);
  });

  it('keeps the given order', () => {
    const { queue, names } = setUpQueue();
    queue.add(['a.png', 'b.png', 'c.png'].map((name) => buildFile(name)));
    const [first, , third] = queue.items();
    queue.move(third?.key ?? '', 0);
    expect(names()).toEqual(['c.png', 'a.png', 'b.png']);
    queue.move(first?.key ?? '', 2);
    expect(names()).toEqual(['c.png', 'b.png', 'a.png']);
    queue.move(first?.key ?? '', 3);
    expect(names()).toEqual(['c.png', 'b.png', 'a.png']);
  });

  it('accepts fifty files, without counting refused ones', () => {
    const { queue, uploads } = setUpQueue();
    expect(queue.add([buildFile('nota.txt')])).toBe(0);
    const files = Array.from({ length: 52 }, (_, index) => buildFile(`${index}.png`));
    expect(queue.add(files)).toBe(2);
    expect(queue.items()).toHaveLength(51);
    expect(queue.add([buildFile('mais.png')])).toBe(1);
    expect(uploads.has('mais.png')).toBe(false);
  });

  it('keeps stored files when it is stopped, and none when it is cleared', async () => {
    const { queue, uploads, discardedIds, names } = setUpQueue();
    queue.add([buildFile('a.png'), buildFile('b.png'), buildFile('c.png')]);
    await uploads.get('a.png')?.arrive();
    expect(unfinishedCount(queue.items())).toBe(2);
    queue.stop();
    expect(names()).toEqual(['a.png']);
    expect(uploads.size).toBe(0);
    queue.clear();
    expect(discardedIds).toEqual(['a.png']);
    expect(names()).toEqual([]);
  });
});

it('a file is accepted by its name or its type', () => {
  const problemOfFile = (name: string, type = '', size = 1) =>
    packFileProblem({ name, type, size }, 100);
  expect(problemOfFile('a.JPEG')).toBeNull();
  expect(problemOfFile('sem-nome', 'video/mp4')).toBeNull();
  expect(problemOfFile('a.svg', 'image/svg+xml')).toBe('Formato de arquivo não permitido.');
  expect(problemOfFile('a.mp4', '', 101)).toBe('Arquivo muito grande.');
  expect(['a.jpeg', 'b.mp4', 'c.txt', 'd'].map(fileTypeLabel)).toEqual(['JPG', 'MP4', 'TXT', '—']);
});
