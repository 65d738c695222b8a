import { describeFanout } from '../../../test/ports/fanout-suite.ts';
import { systemIds } from '../../ports/ids.ts';
import { createInMemoryFanout } from './index.ts';

describeFanout('alone', async () => ({
  nodes: [
    createInMemoryFanout(systemIds),
    createInMemoryFanout(systemIds),
    createInMemoryFanout(systemIds),
  ],
  areConnected: false,
  close: async () => undefined,
}));
