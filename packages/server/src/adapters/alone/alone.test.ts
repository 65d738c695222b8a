import { describeFanout } from '../../../test/ports/fanout-suite.ts';
import { systemIds } from '../../ports/ids.ts';
import { aloneFanout } from './index.ts';

describeFanout('alone', async () => ({
  nodes: [aloneFanout(systemIds), aloneFanout(systemIds), aloneFanout(systemIds)],
  joined: false,
  close: async () => undefined,
}));
