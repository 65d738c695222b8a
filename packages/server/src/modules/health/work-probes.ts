import type { Finding, Probe } from './examine.ts';
import { bytesText, countText, LITTLE_SPACE, NO_SPACE, reaisText, spanText } from './words.ts';

/** A due job should begin within a moment, in s. */
const QUEUE_SLOW = 60;
const QUEUE_STUCK = 600;
/** The ledger is summed each minute, in ms. */
const SUM_OLD_MS = 5 * 60_000;

interface QueueFacts {
  readonly waiting: number;
  readonly due: number;
  readonly running: number;
  readonly failed: number;
  /** In seconds. */
  readonly oldest: number;
}

/** The job queue: how much waits, for how long, and what failed for good. */
export function queueProbe(
  readQueue: () => Promise<QueueFacts>,
  readFailed: () => Promise<readonly { readonly task: string; readonly count: number }[]>,
): Probe {
  return {
    name: 'queue',
    remedy: 'Veja primeiro o banco de dados, em que a fila fica.',
    look: async () => {
      const [queue, failed] = await Promise.all([readQueue(), readFailed()]);
      return { ...queueFinding(queue), facts: [...queueFacts(queue), ...failed.map(failedFact)] };
    },
  };
}

const failedFact = ({ task, count }: { readonly task: string; readonly count: number }) => ({
  label: `Falhou de vez: ${task}`,
  value: countText(count),
});

function queueFacts({ waiting, due, running, failed, oldest }: QueueFacts) {
  return [
    { label: 'Na hora de rodar', value: countText(due) },
    { label: 'Rodando', value: countText(running) },
    { label: 'Marcadas para depois', value: countText(waiting) },
    { label: 'Falharam de vez', value: countText(failed) },
    { label: 'Espera da mais antiga', value: spanText(oldest) },
  ];
}

function queueFinding({ oldest, failed }: QueueFacts): Pick<Finding, 'state' | 'text'> {
  if (oldest > QUEUE_SLOW) {
    return {
      state: oldest > QUEUE_STUCK ? 'failing' : 'slow',
      text: 'Tarefas esperam demais: veja no registro do servidor se elas falham, ou suba mais um servidor.',
    };
  }
  if (failed === 0) return { state: 'ok', text: 'Tudo em dia.' };
  return {
    state: 'slow',
    text: 'Há tarefas que falharam de vez: procure “a job failed for the last time” no registro do servidor.',
  };
}

/** The store of files; `freeBytes` where it is a disk. */
export function filesProbe(
  ping: () => Promise<void>,
  freeBytes: (() => Promise<number>) | null,
): Probe {
  return {
    name: 'files',
    remedy: freeBytes
      ? 'Veja se a pasta de FILES_DIR existe e se o servidor pode escrever nela.'
      : 'Veja se o bucket existe e se as chaves de acesso ainda valem.',
    slowAfterMs: 1_000,
    look: async () => {
      await ping();
      if (!freeBytes) return { state: 'ok', text: 'O bucket responde.' };
      const free = await freeBytes();
      const facts = [{ label: 'Espaço livre', value: bytesText(free) }];
      if (free >= LITTLE_SPACE)
        return { state: 'ok', text: 'A pasta guarda o que chega, e há espaço.', facts };
      const text = 'O disco está acabando: libere espaço ou aumente o volume.';
      return { state: free < NO_SPACE ? 'failing' : 'slow', text, facts };
    },
  };
}

/** The sum of the ledger, as the job of each minute read it. */
export function ledgerProbe(
  readSum: () => Promise<{ readonly total: number; readonly summedAt: Date } | null>,
  now: () => Date,
): Probe {
  return {
    name: 'ledger',
    remedy: 'Veja primeiro o banco de dados.',
    look: async () => {
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
      const old = now().getTime() - summedAt.getTime() > SUM_OLD_MS;
      const text = old
        ? 'A soma está atrasada: veja a fila de tarefas.'
        : 'O livro-caixa soma zero.';
      return { state: old ? 'slow' : 'ok', text, facts };
    },
  };
}
