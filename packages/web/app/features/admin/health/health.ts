import type { Dependency, DependencyHealth, Health, HealthState } from '@guilda/contract/health';

/** Display names of the services that Guilda depends on. */
export const dependencyTexts: Readonly<Record<Dependency, string>> = {
  database: 'Banco de dados',
  redis: 'Redis',
  nodes: 'Servidores',
  queue: 'Fila de tarefas',
  files: 'Arquivos',
  ledger: 'Livro-caixa',
  backups: 'Cópias de segurança',
  certificate: 'Certificado',
  payments: 'Pagamentos',
  sign_in: 'Entrada de pessoas',
  age: 'Confirmação de idade',
  mail: 'E-mails',
  push: 'Avisos no navegador',
  discord: 'Discord',
  clock: 'Relógio',
};

export const stateTexts: Readonly<Record<HealthState, string>> = {
  ok: 'Tudo certo',
  slow: 'Atenção',
  failing: 'Com problema',
  not_configured: 'Não configurado',
};

const urgencyRanks: Readonly<Record<HealthState, number>> = {
  failing: 0,
  slow: 1,
  ok: 2,
  not_configured: 3,
};

/** Sorts the most severe state first; dependencies with equal states keep their order. */
export function sortByUrgency(dependencies: readonly DependencyHealth[]): DependencyHealth[] {
  return [...dependencies].sort((a, b) => urgencyRanks[a.state] - urgencyRanks[b.state]);
}

/** The overall health in one sentence; in the past tense when it is `outdated`, because the latest request failed. */
export function healthSummaryText(
  dependencies: readonly DependencyHealth[],
  outdated = false,
): string {
  const failingCount = dependencies.filter(({ state }) => state === 'failing').length;
  const slowCount = dependencies.filter(({ state }) => state === 'slow').length;
  const parts = [
    failingCount > 0 && `${failingCount} com problema`,
    slowCount > 0 && `${slowCount} ${slowCount === 1 ? 'pede' : 'pedem'} atenção`,
  ].filter(Boolean);
  if (parts.length === 0) return outdated ? 'Da última vez tudo funcionava' : 'Tudo funciona';
  return outdated ? `Da última vez: ${parts.join(', ')}` : parts.join(', ');
}

/** Text about the running build: its version and, if known, the first characters of its commit hash. */
export function buildText({ version, commit }: Pick<Health, 'version' | 'commit'>): string {
  const shortCommit = commit.replace(/^([0-9a-f]{8})[0-9a-f]{32}/, '$1');
  return `Guilda ${version}${commit === 'unknown' ? '' : ` (${shortCommit})`}`;
}

const millisecondsFormat = new Intl.NumberFormat('pt-BR', { useGrouping: 'always' });

/**
 * How long a health check took: `respondeu em 12 ms`, or `esperou 5.000 ms` for a failing service, which may not have
 * answered.
 */
export function responseTimeText(state: HealthState, responseMs: number): string {
  const durationText = `${millisecondsFormat.format(responseMs)}\u00a0ms`;
  return state === 'failing' ? `esperou ${durationText}` : `respondeu em ${durationText}`;
}
