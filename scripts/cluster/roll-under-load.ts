import type { TwoNodeCluster } from '../../packages/server/src/cluster/cluster.ts';
import {
  type RestartResult,
  restartNodesInTurn,
} from '../../packages/server/src/cluster/rolling-restart.ts';
import { waitUntilSettled } from '../../packages/server/test/faults/settled.ts';
import { areOrdersKept, checkOrders } from '../../packages/server/test/faults/shopper.ts';
import { watchConnections } from '../../packages/server/test/fixtures/checks/watch-connections.ts';
import { openSteadyLoad } from '../../packages/server/test/fixtures/clients/steady-load.ts';
import { signInAs } from '../../packages/server/test/fixtures/data/people.ts';

const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1).replace('.', ',')} s`;

function describeRestart(
  restart: RestartResult,
  restartNumber: number,
  reconnectTimesMs: readonly number[],
): string {
  const readyText =
    reconnectTimesMs.length === 0
      ? 'nenhuma conversa estava nele'
      : `${reconnectTimesMs.length} conversas voltaram, a última ${formatSeconds(Math.max(...reconnectTimesMs))} depois da despedida`;
  return `  Nó ${restartNumber + 1}: saiu em ${formatSeconds(restart.shutdownMs)}, voltou em ${formatSeconds(restart.readyMs)}; ${readyText}.`;
}

/**
 * Restarts the nodes one after another while people use them through the proxy, and prints the effects.
 * @returns whether no request failed and no data was lost
 */
export async function restartUnderLoad(
  cluster: TwoNodeCluster,
  printLine: (line: string) => void,
): Promise<boolean> {
  const { url, databaseUrl, nodes } = cluster;
  printLine('  Chamando gente para usar a casa enquanto um nó de cada vez sai e volta…');
  const load = await openSteadyLoad(url, (name) =>
    signInAs(url, `${name.toLowerCase()}@movimento.example`, name),
  );
  const connections = watchConnections(load.clients);
  let restartedCount = 0;
  for await (const restart of restartNodesInTurn(nodes)) {
    printLine(describeRestart(restart, restartedCount, connections.backAfter(restart.stoppedAt)));
    restartedCount += 1;
  }
  connections.stop();
  await load.stop();
  const messages = await waitUntilSettled(databaseUrl, load.clients);
  const orders = await checkOrders(databaseUrl, load.shoppers);
  for (const client of load.clients) client.close();
  const failures = load.listFailures();
  printLine(
    `\n  ${load.answers.successful} pedidos atendidos, ${failures.length} falharam. ${messages.stored} mensagens: ` +
      `${messages.lost} perdidas, ${messages.duplicated} em dobro. ${orders.confirmed} compras, ` +
      `${areOrdersKept(orders) ? 'todas certas' : 'algumas ERRADAS'}.`,
  );
  for (const failure of failures.slice(0, 10)) printLine(`    ${failure}`);
  return failures.length === 0 && messages.errorCount === 0 && areOrdersKept(orders);
}
