import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import type { PreviewJob } from './preview-data.ts';
import { createPreviewRenderer, type PreviewRenderer } from './preview-renderer.ts';

const previewJob: PreviewJob = {
  data: {
    kind: 'service',
    title: 'Aula de mira',
    price: '49.90',
    type: 'call',
    category: 'valorant',
    rating: 4.9,
    reviewCount: 212,
    sellerName: 'Beatriz',
    sellerUsername: 'beatriz',
  },
  picture: null,
  avatar: null,
};

let renderer: PreviewRenderer;
const warnings: string[] = [];
const openRenderer = (options = {}) => {
  renderer = createPreviewRenderer({
    log: { warn: (_, message) => void warnings.push(message) },
    ...options,
  });
  return renderer;
};
afterEach(() => {
  renderer.close();
  warnings.length = 0;
});

describe('rendering', () => {
  it('renders in order, broken covers included', async () => {
    const { render } = openRenderer();
    const picture = new TextEncoder().encode('no picture');
    const answers = await Promise.all([
      render(previewJob),
      render({ ...previewJob, picture }),
      render(previewJob),
    ]);
    const pictures = answers.map((answer) => (answer.ok ? Buffer.from(answer.value) : null));
    for (const picture of pictures) {
      expect(await sharp(picture ?? '').metadata()).toMatchObject({ width: 1200, height: 630 });
    }
    expect(pictures[1]?.equals(pictures[0] ?? Buffer.alloc(0))).toBe(true);
  });

  it('does not block the event loop', async () => {
    const { render } = openRenderer();
    await render(previewJob);
    const utilizationBefore = performance.eventLoopUtilization();
    await Promise.all([render(previewJob), render(previewJob), render(previewJob)]);
    // The worker thread renders the whole time, and this thread only waits.
    expect(performance.eventLoopUtilization(utilizationBefore).utilization).toBeLessThan(0.5);
  });

  it('refuses when the queue is full, and continues', async () => {
    const { render } = openRenderer({ maxWaiting: 1 });
    const answers = await Promise.all([render(previewJob), render(previewJob), render(previewJob)]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, false]);
    expect((await render(previewJob)).ok).toBe(true);
  });

  it('times out, logs it, and restarts', async () => {
    const { render } = openRenderer({ timeoutMs: 1 });
    expect(await render(previewJob)).toEqual({ ok: false, code: 'unavailable' });
    expect(warnings).toEqual(['rendering a link preview failed']);
    expect(await render(previewJob)).toEqual({ ok: false, code: 'unavailable' });
  });

  it('terminates an idle worker, and starts another', async () => {
    const { render } = openRenderer({ idleMs: 1 });
    expect((await render(previewJob)).ok).toBe(true);
    expect((await render(previewJob)).ok).toBe(true);
  });

  it('ends at shutdown', async () => {
    const { render, close } = openRenderer();
    const [first, second] = [render(previewJob), render(previewJob)];
    close();
    expect(await first).toEqual({ ok: false, code: 'unavailable' });
    expect(await second).toEqual({ ok: false, code: 'unavailable' });
    expect(await render(previewJob)).toEqual({ ok: false, code: 'unavailable' });
    expect(warnings).toEqual([]);
  });
});
