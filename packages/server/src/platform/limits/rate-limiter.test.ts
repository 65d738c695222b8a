import { rateLimits } from '@guilda/contract/limits';
import { vi } from 'vitest';
import { describeRateLimiter } from '../../../test/ports/rate-limiter-suite.ts';
import { createMemoryRateLimiter } from './rate-limiter.ts';

describeRateLimiter('in memory', async () => {
  vi.useFakeTimers();
  return {
    nodes: [createMemoryRateLimiter(1)],
    pass: async () => void vi.advanceTimersByTime(rateLimits.posts.seconds * 1000),
    close: async () => void vi.useRealTimers(),
  };
});
