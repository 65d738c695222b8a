import { rateLimits } from '@guilda/contract/limits';
import { vi } from 'vitest';
import { describeRateLimiter } from '../../../test/ports/rate-limiter-suite.ts';
import { memoryRateLimiter } from './rate-limiter.ts';

describeRateLimiter('in memory', async () => {
  vi.useFakeTimers();
  return {
    nodes: [memoryRateLimiter(1)],
    pass: async () => void vi.advanceTimersByTime(rateLimits.posts.seconds * 1000),
    close: async () => void vi.useRealTimers(),
  };
});
