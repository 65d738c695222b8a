import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  boundary,
  end,
  type FormRig,
  field,
  file,
  KiB,
  MiB,
  openFormRig,
} from '../../../test/form-rig.ts';

let rig: FormRig;
afterEach(() => rig.close());

describe('an upload without end', () => {
  const head = (name: string): Buffer => file(name, 'x.png', '').subarray(0, -2);

  it.each([
    ['in a declared file', head('photo')],
    ['in an undeclared file', head('virus')],
    ['in a text field', field('title', '').subarray(0, -2)],
    ['before the first part', Buffer.from('preamble')],
    ['after the end of the form', Buffer.concat([field('a', 'x'), end])],
    ['in the headers of a part', Buffer.from(`--${boundary}\r\nX-Endless: `)],
  ])('is answered and cut, %s', async (_, beginning) => {
    rig = await openFormRig();
    const { sent, cut, answer } = await rig.flood(beginning);
    expect(answer).toEqual({ code: 'file_too_large' });
    // The cap, what is thrown away to deliver the answer, and what the sockets hold.
    expect(cut).toBe(true);
    expect(sent).toBeLessThan(24 * MiB);
    expect(await rig.leftovers()).toEqual([]);
  });

  it('is refused by its announced length before it is read', async () => {
    rig = await openFormRig();
    const length = `content-length: ${10 * 1024 * MiB}`;
    const { sent, cut, answer } = await rig.flood(head('photo'), length);
    expect(answer).toEqual({ code: 'file_too_large' });
    expect(cut).toBe(true);
    expect(sent).toBeLessThan(24 * MiB);
    expect(await rig.leftovers()).toEqual([]);
  });

  it('leaves the connection usable when little was left to send', async () => {
    rig = await openFormRig();
    const big = [file('photo', 'x.png', Buffer.alloc(MiB)), end];
    expect(await rig.post(big, { connection: 'keep-alive' })).toEqual({ code: 'file_too_large' });
    expect((await rig.post([field('a', 'x'), end])).body).toEqual({ a: 'x' });
  });
});

describe('a client that goes away', () => {
  it('leaves nothing behind, in the middle of a file', async () => {
    rig = await openFormRig();
    const request = rig.openRequest();
    request.on('error', () => undefined);
    request.write(file('pages', 'whole.png', 'whole'));
    request.write(file('photo', 'half.png', Buffer.alloc(30 * KiB)).subarray(0, 20 * KiB));
    await expect.poll(rig.leftovers).toHaveLength(2);
    request.destroy();
    await expect.poll(() => rig.outcomes).toEqual([{ code: 'malformed_request' }]);
    expect(await rig.leftovers()).toEqual([]);
  });

  it('is not waited for when it left before the reading began', async () => {
    const reached = Promise.withResolvers<void>();
    const gone = (raw: IncomingMessage) =>
      new Promise<void>((resolve) => {
        raw.once('close', resolve);
        reached.resolve();
      });
    rig = await openFormRig({ before: gone });
    const request = rig.openRequest();
    request.on('error', () => undefined);
    request.write(file('photo', 'x.png', 'x').subarray(0, 20));
    await reached.promise;
    request.destroy();
    await expect.poll(() => rig.outcomes).toEqual([{ code: 'malformed_request' }]);
  });
});

it('takes 100 MB in without holding it', { timeout: 60_000 }, async () => {
  rig = await openFormRig({
    declared: { photo: { kind: 'image', maxBytes: 200 * MiB, maxCount: 1 } },
  });
  const before = process.memoryUsage().rss;
  let peak = 0;
  const request = rig.openRequest();
  const answer = once(request, 'response');
  request.write(file('photo', 'x.png', '').subarray(0, -2));
  const chunk = Buffer.alloc(64 * KiB, 'x');
  for (let n = 0; n < 1600; n += 1) {
    peak = Math.max(peak, process.memoryUsage().rss);
    if (!request.write(chunk)) await once(request, 'drain');
  }
  request.end(Buffer.concat([Buffer.from('\r\n'), end]));
  const [response] = (await answer) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  expect(rig.outcomes[0]?.code).toBeUndefined();
  expect(peak - before).toBeLessThan(80 * MiB);
  expect(await rig.leftovers()).toEqual([]);
});
