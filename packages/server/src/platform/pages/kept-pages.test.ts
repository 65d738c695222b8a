import { describe, expect, it } from 'vitest';
import type { TakeRateLimitPoint } from '../limits/rate-limit-payer.ts';
import { err, ok, type Result } from '../result.ts';
import { createKeptPages, type ReadPage, type RenderPage } from './kept-pages.ts';
import type { RenderedPage } from './render-page.ts';
import { finishPage } from './send-page.ts';

const takePointAlways: TakeRateLimitPoint = async () => ok();

/** Creates a cache of pages. Each rendering ends when the test calls `end` of its entry in `startedRenderings`. */
function createBench(maxBytes?: number) {
  let clock = 0;
  let onRenderingStart: () => void = () => undefined;
  const startedRenderings: {
    readonly address: string;
    end(pageParts: Partial<RenderedPage>): void;
  }[] = [];
  const renderUntilEnded: RenderPage = async (address, takePoint) => {
    const pointTaken = await takePoint('general');
    const { promise, resolve } = Promise.withResolvers<Partial<RenderedPage>>();
    startedRenderings.push({ address, end: resolve });
    onRenderingStart();
    const ownParts = await promise;
    const renderedPage: RenderedPage = {
      ...{ status: pointTaken.ok ? 200 : 429, headers: [], br: new Uint8Array(1_000), size: 8_000 },
      ...{ etag: `W/"${startedRenderings.length}"`, scripts: [], ids: [], failures: [] },
      ...ownParts,
    };
    return ok({ page: finishPage(renderedPage, null), tags: renderedPage.ids });
  };
  const errors: unknown[] = [];
  const pages = createKeptPages({
    renderPage: renderUntilEnded,
    onError: (error) => errors.push(error),
    now: () => clock,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
  const waitForRenderings = (count: number) =>
    expect.poll(() => startedRenderings.length, { interval: 1 }).toBe(count);
  return {
    pages,
    startedRenderings,
    waitForRenderings,
    pass: (ms: number) => {
      clock += ms;
    },
    /** Reads a page, which is rendered if necessary. */
    read: async (
      address: string,
      pageParts: Partial<RenderedPage> = {},
      takePoint = takePointAlways,
    ) => {
      const countBefore = startedRenderings.length;
      const renderingStart = new Promise<void>((resolve) => {
        onRenderingStart = resolve;
      });
      const reading = pages.read(address, takePoint);
      await Promise.race([renderingStart, reading]);
      for (const rendering of startedRenderings.slice(countBefore)) rendering.end(pageParts);
      return reading;
    },
  };
}

const tagOf = (readResult: Result<ReadPage, 'unavailable' | 'rate_limited'>) =>
  readResult.ok ? readResult.value.page.rendered.etag : '';

describe('kept pages', () => {
  it('are rendered once for all requests at the same time', async () => {
    const { pages, startedRenderings, waitForRenderings } = createBench();
    const readings = Array.from({ length: 50 }, () => pages.read('/', takePointAlways));
    await waitForRenderings(1);
    startedRenderings[0]?.end({});
    const tags = (await Promise.all(readings)).map(tagOf);
    expect(new Set(tags)).toEqual(new Set(['W/"1"']));
    expect(startedRenderings).toHaveLength(1);
  });

  it('are sent while the next one is rendered, and for at most five seconds', async () => {
    const { read, pages, startedRenderings, pass, waitForRenderings } = createBench();
    await read('/');
    pass(3_000);
    expect(tagOf(await pages.read('/', takePointAlways))).toBe('W/"1"');
    await waitForRenderings(2);
    expect(tagOf(await pages.read('/', takePointAlways))).toBe('W/"1"');
    startedRenderings[1]?.end({});
    await expect.poll(async () => tagOf(await pages.read('/', takePointAlways))).toBe('W/"2"');
    expect(startedRenderings).toHaveLength(2);
    pass(4_600);
    expect(tagOf(await read('/'))).toBe('W/"3"');
  });

  it('are removed once their content changes, and no others are', async () => {
    const { read, pages, startedRenderings } = createBench();
    await read('/a', { ids: ['x', 'y'] });
    await read('/b', { ids: ['y'] });
    pages.changed(['x', 'unknown']);
    await read('/a', { ids: ['x', 'y'] });
    await read('/b');
    expect(startedRenderings.map(({ address }) => address)).toEqual(['/a', '/b', '/a']);
    pages.changed(['y']);
    await read('/a');
    await read('/b');
    expect(startedRenderings).toHaveLength(5);
  });

  it('are not kept, nor shared by later requests, when their content changed while they were rendered', async () => {
    const { pages, startedRenderings, waitForRenderings, read } = createBench();
    const earlyRead = pages.read('/', takePointAlways);
    await waitForRenderings(1);
    pages.changed(['x']);
    const lateRead = pages.read('/', takePointAlways);
    await waitForRenderings(2);
    startedRenderings[1]?.end({ ids: [] });
    startedRenderings[0]?.end({ ids: ['x'] });
    await earlyRead;
    expect(tagOf(await lateRead)).toBe('W/"2"');
    expect(tagOf(await read('/'))).toBe('W/"2"');
  });

  it('are not kept while the database sends no notifications, also pages that are being rendered', async () => {
    const { pages, startedRenderings, waitForRenderings, read } = createBench();
    await read('/a');
    const runningRead = pages.read('/b', takePointAlways);
    await waitForRenderings(2);
    pages.suspend();
    startedRenderings[1]?.end({});
    await runningRead;
    for (const address of ['/a', '/b', '/a']) await read(address);
    expect(startedRenderings).toHaveLength(5);
    pages.resume();
    for (const address of ['/a', '/b', '/a']) await read(address);
    expect(startedRenderings).toHaveLength(7);
  });

  it('are kept only when they were rendered completely', async () => {
    const { read, startedRenderings } = createBench();
    const unkeptPages = [
      { failures: [new Error('x')] },
      { status: 500 },
      { status: 403 },
      { status: 302 },
    ];
    for (const unkeptPage of unkeptPages) await read('/', unkeptPage);
    await read('/', { status: 404 });
    await read('/');
    expect(startedRenderings).toHaveLength(5);
  });

  it('are rendered again after a failure', async () => {
    let callCount = 0;
    const renderFailingOnce: RenderPage = async () => {
      callCount += 1;
      if (callCount === 1) throw new Error('the thread has ended');
      return err('unavailable');
    };
    const pages = createKeptPages({ renderPage: renderFailingOnce, onError: () => undefined });
    await expect(pages.read('/', takePointAlways)).rejects.toThrow('ended');
    expect(await pages.read('/', takePointAlways)).toEqual(err('unavailable'));
  });

  it('are rendered for a reader who joined a rendering that lost its place in the queue', async () => {
    const readerKeys: string[] = [];
    const { promise: firstPlaceLost, resolve: loseFirstPlace } = Promise.withResolvers<void>();
    const pages = createKeptPages({
      renderPage: async (_, __, readerKey) => {
        readerKeys.push(readerKey);
        await firstPlaceLost;
        return err('unavailable');
      },
      onError: () => undefined,
    });
    const readings = ['first', 'second'].map((key) =>
      pages.read('/', takePointAlways, (render) => render(key)),
    );
    loseFirstPlace();
    expect(await Promise.all(readings)).toEqual([err('unavailable'), err('unavailable')]);
    expect(readerKeys).toEqual(['first', 'second']);
  });

  it('cost each reader the same points as their rendering', async () => {
    const { read, startedRenderings } = createBench();
    let pointsLeft = 2;
    const takeFewPoints: TakeRateLimitPoint = async () => {
      pointsLeft -= 1;
      return pointsLeft >= 0 ? ok() : err('rate_limited');
    };
    await read('/', {}, takeFewPoints);
    await read('/', {}, takeFewPoints);
    const statusOf = (readResult: Result<ReadPage, 'unavailable' | 'rate_limited'>) =>
      readResult.ok && readResult.value.page.rendered.status;
    expect(statusOf(await read('/', {}, takeFewPoints))).toBe(429);
    expect(statusOf(await read('/', {}, takeFewPoints))).toBe(429);
    expect(statusOf(await read('/'))).toBe(200);
    // Two pages were rendered: one for everybody, one for all readers without rate limit points.
    expect(startedRenderings).toHaveLength(2);
  });

  it('are rendered for waiting readers when the first reader is out of points', async () => {
    const { pages, startedRenderings, waitForRenderings } = createBench();
    const readWithoutPoints = pages.read('/', async () => err('rate_limited'));
    const otherRead = pages.read('/', takePointAlways);
    await waitForRenderings(1);
    startedRenderings[0]?.end({});
    await waitForRenderings(2);
    startedRenderings[1]?.end({});
    expect((await readWithoutPoints).ok && tagOf(await readWithoutPoints)).toBe('W/"1"');
    const readResult = await otherRead;
    expect(readResult.ok && readResult.value.page.rendered.status).toBe(200);
  });

  it('have a maximum total size, and pages that are requested once do not displace frequent ones', async () => {
    const { read, startedRenderings } = createBench(1_000_000);
    await read('/hot');
    await read('/hot');
    for (let index = 0; index < 500; index += 1) await read(`/?x=${index}`);
    const renderingCount = startedRenderings.length;
    await read('/hot');
    expect(startedRenderings).toHaveLength(renderingCount);
    await read('/?x=0');
    expect(startedRenderings).toHaveLength(renderingCount + 1);
    await read('/large', { size: 2_000_000 });
    await read('/large', { size: 2_000_000 });
    expect(startedRenderings).toHaveLength(renderingCount + 3);
  });
});
