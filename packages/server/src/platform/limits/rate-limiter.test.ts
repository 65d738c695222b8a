import { describeRateLimiter } from '../../../test/ports/rate-limiter-suite.ts';
import { memoryRateLimiter } from './rate-limiter.ts';

describeRateLimiter('in memory', async () => ({
  nodes: [memoryRateLimiter(1)],
  close: async () => undefined,
}));
