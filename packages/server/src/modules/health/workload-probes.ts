import { LOW_DISK_BYTES } from './disk-thresholds.ts';
import { bytesText, countText, reaisText, secondsText } from './format.ts';
import type { Probe, ProbeResult } from './run-probes.ts';

/** Waiting time of the oldest due job, in seconds, above which the queue counts as slow. */
const SLOW_QUEUE_WAIT_S = 60;
/** Waiting time of the oldest due job, in seconds, above which the queue counts as failing. */
const FAILING_QUEUE_WAIT_S = 600;
/** Age in ms above which the sum of the ledger counts as late. A job computes the sum every minute. */
const MAX_LEDGER_SUM_AGE_MS = 5 * 60_000;

interface QueueStatus {
  readonly waiting: number;
  readonly due: number;
  readonly running: number;
  readonly failed: number;
  /** Waiting time of the oldest due job, in seconds. */
  readonly oldest: number;
}

/** Probe of the job queue: number of waiting jobs, the longest waiting time, and jobs that failed after all retries. */
export function queueProbe(
  readQueue: () => Promise<QueueStatus>,
  readFailed: () => Promise<readonly { readonly task: string; readonly count: number }[]>,
): Probe {
  return {
    name: 'queue',
    remedy: 'Veja primeiro o banco de dados, em que a fila fica.',
    read: async () => {
      const [queue, failed] = await Promise.all([readQueue(), readFailed()]);
      return {
        ...queueStateAndText(queue),
        facts: [...queueFacts(queue), ...failed.map(failedTaskFact)],
      };
    },
  };
}

const failedTaskFact = ({ task, count }: { readonly task: string; readonly count: number }) => ({
  label: `Falhou de vez: ${task}`,
  value: countText(count),
});

function queueFacts({ waiting, due, running, failed, oldest }: QueueStatus) {
  return [
    { label: 'Na hora de rodar', value: countText(due) },
    { label: 'Rodando', value: countText(running) },
    { label: 'Marcadas para depois', value: countText(waiting) },
    { label: 'Falharam de vez', value: countText(failed) },
    { label: 'Espera da mais antiga', value: secondsText(oldest) },
  ];
}

function queueStateAndText({ oldest, failed }: QueueStatus): Pick<ProbeResult, 'state' | 'text'> {
  if (oldest > SLOW_QUEUE_WAIT_S) {
    return {
      state: oldest > FAILING_QUEUE_WAIT_S ? 'failing' : 'slow',
      text: 'Tarefas esperam demais: veja no registro do servidor se elas falham, ou suba mais um servidor.',
    };
  }
  if (failed === 0) return { state: 'ok', text: 'Tudo em dia.' };
  return {
    state: 'slow',
    text: 'Há tarefas que falharam de vez: procure “a job failed for the last time” no registro do servidor.',
  };
}

/** The local disk to which uploads are written. */
export interface UploadsDisk {
  /**
   * Whether uploaded files stay on this disk. When files are stored in a bucket, uploads are only checked on the disk.
   */
  readonly storesUploads: boolean;
  freeBytes(): Promise<number>;
  /** Free bytes below which uploads are refused. */
  readonly minFreeBytes: number;
}

function diskWarning(
  freeBytes: number,
  minFreeBytes: number,
): Pick<ProbeResult, 'state' | 'text'> | null {
  if (freeBytes < minFreeBytes) {
    const text =
      'O disco está quase cheio e os envios são recusados: libere espaço ou aumente o volume.';
    return { state: 'failing', text };
  }
  if (freeBytes >= LOW_DISK_BYTES) return null;
  return { state: 'slow', text: 'O disco está acabando: libere espaço ou aumente o volume.' };
}

/** Probe of the file store and of the disk that receives uploads. */
export function filesProbe(pingFiles: () => Promise<void>, disk: UploadsDisk): Probe {
  const { storesUploads, minFreeBytes } = disk;
  const okText = storesUploads ? 'A pasta guarda o que chega, e há espaço.' : 'O bucket responde.';
  return {
    name: 'files',
    remedy: storesUploads
      ? 'Veja se a pasta de FILES_DIR existe e se o servidor pode escrever nela.'
      : 'Veja se o bucket existe e se as chaves de acesso ainda valem.',
    slowAfterMs: 1_000,
    read: async () => {
      await pingFiles();
      const freeBytes = await disk.freeBytes();
      const facts = [{ label: 'Espaço livre', value: bytesText(freeBytes) }];
      return { ...(diskWarning(freeBytes, minFreeBytes) ?? { state: 'ok', text: okText }), facts };
    },
  };
}

/** Probe of the ledger's total, which a job sums every minute. */
export function ledgerProbe(
  readSum: () => Promise<{ readonly total: number; readonly summedAt: Date } | null>,
  now: () => Date,
): Probe {
  return {
    name: 'ledger',
    remedy: 'Veja primeiro o banco de dados.',
    read: async () => {
      const sum = await readSum();
      if (!sum) return { state: 'ok', text: 'A primeira soma acontece dentro de um minuto.' };
      const { total, summedAt } = sum;
      const facts = [
        { label: 'Soma', value: reaisText(total) },
        { label: 'Somado em', at: summedAt.toISOString() },
      ];
      if (total !== 0) {
        const text =
          'O livro-caixa não fecha: rode npm run ledger:check e não pague saques até entender.';
        return { state: 'failing', text, facts };
      }
      const isLate = now().getTime() - summedAt.getTime() > MAX_LEDGER_SUM_AGE_MS;
      const text = isLate
        ? 'A soma está atrasada: veja a fila de tarefas.'
        : 'O livro-caixa soma zero.';
      return { state: isLate ? 'slow' : 'ok', text, facts };
    },
  };
}
