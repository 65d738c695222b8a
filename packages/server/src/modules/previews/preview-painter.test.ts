import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import type { PreviewJob } from './preview-facts.ts';
import { createPreviewPainter, type PreviewPainter } from './preview-painter.ts';

const job: PreviewJob = {
  facts: {
    of: 'service',
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

let painter: PreviewPainter;
const warnings: string[] = [];
const open = (options = {}) => {
  painter = createPreviewPainter({
    log: { warn: (_, message) => void warnings.push(message) },
    ...options,
  });
  return painter;
};
afterEach(() => {
  painter.close();
  warnings.length = 0;
});

describe('drawing', () => {
  it('answers pictures in turn, broken covers included', async () => {
    const { paint } = open();
    const picture = new TextEncoder().encode('no picture');
    const answers = await Promise.all([paint(job), paint({ ...job, picture }), paint(job)]);
    const pictures = answers.map((answer) => (answer.ok ? Buffer.from(answer.value) : null));
    for (const picture of pictures) {
      expect(await sharp(picture ?? '').metadata()).toMatchObject({ width: 1200, height: 630 });
    }
    expect(pictures[1]?.equals(pictures[0] ?? Buffer.alloc(0))).toBe(true);
  });

  it('does not hold up the program', async () => {
    const { paint } = open();
    await paint(job);
    const before = performance.eventLoopUtilization();
    await Promise.all([paint(job), paint(job), paint(job)]);
    // It draws all the while; this thread does next to nothing.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  it('refuses when too many wait, and goes on', async () => {
    const { paint } = open({ maxWaiting: 1 });
    const answers = await Promise.all([paint(job), paint(job), paint(job)]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, false]);
    expect((await paint(job)).ok).toBe(true);
  });

  it('gives up in time, tells of it, and begins anew', async () => {
    const { paint } = open({ timeoutMs: 1 });
    expect(await paint(job)).toEqual({ ok: false, code: 'unavailable' });
    expect(warnings).toEqual(['a link preview could not be drawn']);
    expect(await paint(job)).toEqual({ ok: false, code: 'unavailable' });
  });

  it('lets its thread go when nobody draws, and starts another', async () => {
    const { paint } = open({ idleMs: 1 });
    expect((await paint(job)).ok).toBe(true);
    expect((await paint(job)).ok).toBe(true);
  });

  it('ends with the program', async () => {
    const { paint, close } = open();
    const [first, second] = [paint(job), paint(job)];
    close();
    expect(await first).toEqual({ ok: false, code: 'unavailable' });
    expect(await second).toEqual({ ok: false, code: 'unavailable' });
    expect(await paint(job)).toEqual({ ok: false, code: 'unavailable' });
    expect(warnings).toEqual([]);
  });
});
