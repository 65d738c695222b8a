import type { Database } from '../../platform/database/pool.ts';
import type { Replicas } from '../../platform/database/replicas/replicas.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Fanout } from '../../ports/fanout.ts';
import type { ProcessCounts } from '../../ports/process-group.ts';
import {
  type DatabaseFacts,
  readDatabaseFacts,
  readDatabaseTime,
} from './database-status-queries.ts';
import { FULL_DISK_BYTES, LOW_DISK_BYTES } from './disk-thresholds.ts';
import { bytesText, countText } from './format.ts';
import type { Probe, ProbeResult } from './run-probes.ts';

/**
 * Seconds of difference between this node's clock and the database's above which the probe reports the state `slow`.
 */
const SLOW_CLOCK_DIFFERENCE_S = 2;
/** Seconds of difference between this node's clock and the database's above which the state is `failing`. */
const FAILING_CLOCK_DIFFERENCE_S = 30;

/** The warning about a database that answers but lacks disk space or connections; null when it lacks neither. */
function databaseWarning(
  { connectionCount, maxConnections }: DatabaseFacts,
  freeBytes: number | null,
) {
  if (freeBytes !== null && freeBytes < LOW_DISK_BYTES) {
    const text = 'O disco do banco está acabando: libere espaço ou aumente o volume.';
    return { state: freeBytes < FULL_DISK_BYTES ? 'failing' : 'slow', text } as const;
  }
  if (connectionCount <= maxConnections * 0.9) return null;
  const text =
    'Quase todas as conexões estão em uso: aumente max_connections ou baixe DATABASE_POOL_MAX.';
  return { state: 'slow', text } as const;
}

type ReplicaCounts = Pick<Replicas, 'counts'>;

function replicaFacts({ counts }: ReplicaCounts) {
  const { named, used } = counts();
  return named === 0 ? [] : [{ label: 'Réplicas em dia', value: `${used} de ${named}` }];
}

function replicaWarning({ counts }: ReplicaCounts) {
  const { named, used } = counts();
  if (used === named) return null;
  const text =
    'Uma réplica não responde ou está mais de 5 segundos atrasada: as leituras dela vão ao banco principal.';
  return { state: 'slow', text } as const;
}

/** Probe of the database; `readFreeBytes` resolves to null when the free space of its disk is unknown. */
export function databaseProbe(
  { pool }: Pick<Database, 'pool'>,
  readFreeBytes: () => Promise<number | null>,
  replicas: ReplicaCounts,
): Probe {
  return {
    name: 'database',
    remedy: 'Veja se o PostgreSQL está de pé, com disco livre e sem consultas presas.',
    slowAfterMs: 500,
    read: async (): Promise<ProbeResult> => {
      const [row] = await readDatabaseFacts(pool, {});
      if (!row) throw new Error('no answer');
      const freeBytes = await readFreeBytes();
      return {
        ...(databaseWarning(row, freeBytes) ??
          replicaWarning(replicas) ?? { state: 'ok', text: 'Responde, com conexões livres.' }),
        facts: [
          { label: 'Versão', value: `PostgreSQL ${row.version}` },
          { label: 'Tamanho', value: bytesText(Number(row.sizeBytes)) },
          { label: 'Conexões', value: `${row.connectionCount} de ${row.maxConnections}` },
          { label: 'Usadas por este servidor', value: `${pool.totalCount - pool.idleCount}` },
          { label: 'Migrações', value: countText(row.migrationCount) },
          ...replicaFacts(replicas),
          ...(freeBytes === null ? [] : [{ label: 'Espaço livre', value: bytesText(freeBytes) }]),
        ],
      };
    },
  };
}

/** Probe of Redis; `isConfigured` is false when Guilda runs without Redis. */
export function redisProbe(fanout: Fanout, isConfigured: boolean): Probe {
  const notConfiguredResult: ProbeResult = {
    state: 'not_configured',
    text: 'Uma máquina sozinha não precisa dele; com mais de uma, configure REDIS_URL.',
  };
  return {
    name: 'redis',
    remedy:
      'Veja se o Redis está de pé. Enquanto isso as mensagens chegam pelo banco, um pouco depois.',
    ...(isConfigured ? { slowAfterMs: 200 } : {}),
    read: async () => {
      if (!isConfigured) return notConfiguredResult;
      await fanout.ping();
      return { state: 'ok', text: 'Leva mensagens entre os servidores.' };
    },
  };
}

/** Facts about the processes of the answering node, and a warning while one of them is missing. */
function describeProcesses({ wanted, ready, ended }: ProcessCounts) {
  const facts = [
    { label: 'Processos desta máquina', value: `${ready} de ${wanted}` },
    { label: 'Religados depois de cair', value: countText(ended) },
  ];
  const missingProcessText =
    'Falta um processo desta máquina: ele é religado sozinho; o registro diz por que caiu.';
  return { facts, warning: ready < wanted ? missingProcessText : null };
}

/**
 * Probe that shows how many nodes this node knows of.
 * @param countProcesses counts the processes of this machine, each of which is a node; null when there is only one
 */
export function nodesProbe(
  countNodes: () => number,
  countProcesses: (() => ProcessCounts) | null,
): Probe {
  return {
    name: 'nodes',
    remedy: '',
    read: async () => {
      const count = countNodes();
      const text =
        count === 1 ? 'Um servidor atende sozinho.' : `${count} servidores atendem juntos.`;
      if (!countProcesses) return { state: 'ok', text };
      const { facts, warning } = describeProcesses(countProcesses());
      return { state: warning ? 'slow' : 'ok', text: warning ?? text, facts };
    },
  };
}

/** Probe of the difference between this node's clock and the database's. */
export function clockProbe({ pool }: Pick<Database, 'pool'>, clock: Clock): Probe {
  return {
    name: 'clock',
    remedy: 'O relógio do banco não pôde ser lido.',
    read: async () => {
      const nodeTimeBefore = clock.now().getTime();
      const [row] = await readDatabaseTime(pool, {});
      if (!row) throw new Error('no answer');
      const nodeTime = (nodeTimeBefore + clock.now().getTime()) / 2;
      const differenceSeconds = Math.abs(row.at.getTime() - nodeTime) / 1_000;
      const isTooDifferent = differenceSeconds > SLOW_CLOCK_DIFFERENCE_S;
      return {
        state:
          differenceSeconds > FAILING_CLOCK_DIFFERENCE_S
            ? 'failing'
            : isTooDifferent
              ? 'slow'
              : 'ok',
        text: isTooDifferent
          ? 'Os relógios do servidor e do banco divergem: ligue o NTP nas duas máquinas.'
          : 'Servidor e banco marcam a mesma hora.',
        facts: [{ label: 'Diferença', value: `${countText(differenceSeconds)} s` }],
      };
    },
  };
}
