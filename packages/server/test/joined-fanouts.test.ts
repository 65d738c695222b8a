import { joinedFanouts } from './joined-fanouts.ts';
import { describeFanout } from './ports/fanout-suite.ts';

describeFanout('joined in one process', async () => {
  const [a, b, c] = joinedFanouts(3) as never as [never, never, never];
  return { nodes: [a, b, c], joined: true, close: async () => undefined };
});
