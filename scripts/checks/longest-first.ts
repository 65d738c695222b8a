import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Names of slow test files, slowest first; a slow file that started last would run on alone at the end. */
export const longestTests = [
  'test/nodes/kill-node',
  'visibility/adults-crawl',
  'process/start',
  'test/nodes/rolling-restart',
  'database/ledger-random',
  'model/simulation/simulate',
  'model/explore',
  'orders/chargebacks/chargeback-random.integration',
  'embedded-postgres/src/embedded.integration',
  'wallet/payouts/payout-crashes.integration',
  'test/nodes/left-behind',
  'test/backup/round-trip',
  'process/kill',
  'orders/lifecycle/order-model.integration',
  'demo/seed.integration',
  'presence/presence.integration',
  'process/production',
  'catalog/reads/service-preview.integration',
  'database/pool.integration',
  'delivery/deliver-notification.integration',
  'visibility/private-crawl',
  'gateway/fuzz-sockets',
  'catalog/publishing/owner-races.integration',
  'test/backup/faults',
  'integration/limits-table',
  's3/s3-file-store',
  'discord/failures',
  'images/perceptual-hash',
  'images/workers',
].map((name) => `/${name}.test.ts`);

/** Index of a file in the list of slow files; for any other file, the length of the list. */
function rankOfFile({ moduleId }: TestSpecification): number {
  const index = longestTests.findIndex((name) => moduleId.endsWith(name));
  return index === -1 ? longestTests.length : index;
}

/** Test sequencer that starts the slow files first, and the others in the default order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sortedFiles = await super.sort(files);
    const orderOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return sortedFiles.sort((a, b) => orderOf(a) - orderOf(b) || rankOfFile(a) - rankOfFile(b));
  }
}
