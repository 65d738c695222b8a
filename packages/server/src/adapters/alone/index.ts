import type { Fanout } from '../../ports/fanout.ts';
import type { Ids } from '../../ports/ids.ts';

/** The fan-out of a single node: there is nobody else to tell. */
export function aloneFanout(ids: Ids): Fanout {
  return {
    nodeId: ids.uuid(),
    publish: () => undefined,
    subscribe: () => undefined,
    onReturn: () => undefined,
    connected: true,
    ping: async () => undefined,
    close: async () => undefined,
  };
}
