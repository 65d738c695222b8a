import type { Fanout } from '../../ports/fanout.ts';
import type { Ids } from '../../ports/ids.ts';

/** Creates the fan-out of a single node, which has no other nodes to publish to. */
export function createInMemoryFanout(ids: Ids): Fanout {
  return {
    nodeId: ids.uuid(),
    publish: () => undefined,
    subscribe: () => undefined,
    onReconnect: () => undefined,
    connected: true,
    ping: async () => undefined,
    close: async () => undefined,
  };
}
