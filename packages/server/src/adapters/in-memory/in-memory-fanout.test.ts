import { describeFanout } from '../../../test/ports/fanout-suite.ts';
import { systemIds } from '../../ports/ids.ts';
import { inMemoryFanout } from './index.ts';

describeFanout('alone', async () => ({
  nodes: [inMemoryFanout(systemIds), inMemoryFanout(systemIds), inMemoryFanout(systemIds)],
  joined: false,
  close: async () => undefined,
}));
