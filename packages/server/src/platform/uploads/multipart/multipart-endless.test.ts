import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  buildFormField,
  buildFormFile,
  formBoundary,
  formEnding,
  KiB,
  MiB,
  openUploadFormFixture,
  type UploadFormFixture,
} from '../../../../test/fixtures/modules/upload-form-fixture.ts';

let fixture: UploadFormFixture;
afterEach(() => fixture.close());

/**
 * Maximum number of bytes that the client can send before the connection is closed: the part of the form that is read
 * (less than 1 MiB), the 4 MiB that are discarded so that the client gets the answer, and the socket buffers of both
 * sides.
 */
const MAX_SENT_BYTES = 24 * MiB;

describe('an upload without end', () => {
  const buildFileHead = (name: string): Buffer => buildFormFile(name, 'x.png', '').subarray(0, -2);

  it.each([
    ['in a declared file', buildFileHead('photo')],
    ['in an undeclared file', buildFileHead('virus')],
    ['in a text field', buildFormField('title', '').subarray(0, -2)],
    ['before the first part', Buffer.from('preamble')],
    ['after the end of the form', Buffer.concat([buildFormField('a', 'x'), formEnding])],
    ['in the headers of a part', Buffer.from(`--${formBoundary}\r\nX-Endless: `)],
  ])('is answered and disconnected, %s', async (_, formStart) => {
    fixture = await openUploadFormFixture();
    const { sentBytes, isCut, answer } = await fixture.flood(formStart);
    expect(answer).toEqual({ code: 'file_too_large' });
    expect(isCut).toBe(true);
    expect(sentBytes).toBeLessThan(MAX_SENT_BYTES);
    expect(await fixture.listLeftovers()).toEqual([]);
  });

  it('is refused by its announced length before it is read', async () => {
    fixture = await openUploadFormFixture();
    const lengthHeader = `content-length: ${10 * 1024 * MiB}`;
    const { sentBytes, isCut, answer } = await fixture.flood(buildFileHead('photo'), lengthHeader);
    expect(answer).toEqual({ code: 'file_too_large' });
    expect(isCut).toBe(true);
    expect(sentBytes).toBeLessThan(MAX_SENT_BYTES);
    expect(await fixture.listLeftovers()).toEqual([]);
  });

  it('keeps the connection usable when little is left to send', async () => {
    fixture = await openUploadFormFixture();
    const bigForm = [buildFormFile('photo', 'x.png', Buffer.alloc(MiB)), formEnding];
    expect(await fixture.post(bigForm, { connection: 'keep-alive' })).toEqual({
      code: 'file_too_large',
    });
    expect((await fixture.post([buildFormField('a', 'x'), formEnding])).body).toEqual({ a: 'x' });
  });
});

describe('a client that goes away', () => {
  it('leaves no file when it disconnects in the middle of a file', async () => {
    fixture = await openUploadFormFixture();
    const request = fixture.openRequest();
    request.on('error', () => undefined);
    request.write(buildFormFile('pages', 'whole.png', 'whole'));
    request.write(buildFormFile('photo', 'half.png', Buffer.alloc(30 * KiB)).subarray(0, 20 * KiB));
    await expect.poll(fixture.listLeftovers).toHaveLength(2);
    request.destroy();
    await expect.poll(() => fixture.outcomes).toEqual([{ code: 'malformed_request' }]);
    expect(await fixture.listLeftovers()).toEqual([]);
  });

  it('is not waited for when it disconnected before the reading', async () => {
    const handlerReached = Promise.withResolvers<void>();
    const waitForDisconnect = (raw: IncomingMessage) =>
      new Promise<void>((resolve) => {
        raw.once('close', resolve);
        handlerReached.resolve();
      });
    fixture = await openUploadFormFixture({ beforeReading: waitForDisconnect });
    const request = fixture.openRequest();
    request.on('error', () => undefined);
    request.write(buildFormFile('photo', 'x.png', 'x').subarray(0, 20));
    await handlerReached.promise;
    request.destroy();
    await expect.poll(() => fixture.outcomes).toEqual([{ code: 'malformed_request' }]);
  });
});

it('a form of 100 MB is received without keeping it in memory', async () => {
  fixture = await openUploadFormFixture({
    declaredFiles: { photo: { kind: 'image', maxBytes: 200 * MiB, maxCount: 1 } },
  });
  const memoryBefore = process.memoryUsage().rss;
  let peak = 0;
  const request = fixture.openRequest();
  const answer = once(request, 'response');
  request.write(buildFormFile('photo', 'x.png', '').subarray(0, -2));
  const chunk = Buffer.alloc(64 * KiB, 'x');
  for (let chunkIndex = 0; chunkIndex < 1600; chunkIndex += 1) {
    peak = Math.max(peak, process.memoryUsage().rss);
    if (!request.write(chunk)) await once(request, 'drain');
  }
  request.end(Buffer.concat([Buffer.from('\r\n'), formEnding]));
  const [response] = (await answer) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  expect(fixture.outcomes[0]?.code).toBeUndefined();
  expect(peak - memoryBefore).toBeLessThan(80 * MiB);
  expect(await fixture.listLeftovers()).toEqual([]);
});
