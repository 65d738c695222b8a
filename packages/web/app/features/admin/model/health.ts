import type { Dependency, DependencyHealth, HealthState } from '@guilda/contract/health';

/** What people call each thing the product stands on. */
export const dependencyText: Readonly<Record<Dependency, string>> = {
  database: 'Banco de dados',
  redis: 'Redis',
  nodes: 'Servidores',
  queue: 'Fila de tarefas',
  files: 'Arquivos',
  ledger: 'Livro-caixa',
  payments: 'Pagamentos',
  sign_in: 'Entrada de pessoas',
  age: 'Confirmação de idade',
  mail: 'E-mails',
  push: 'Avisos no navegador',
  discord: 'Discord',
  clock: 'Relógio',
};

export const stateText: Readonly<Record<HealthState, string>> = {
  ok: 'Tudo certo',
  slow: 'Atenção',
  failing: 'Com problema',
  not_configured: 'Não configurado',
};

const rank: Readonly<Record<HealthState, number>> = {
  failing: 0,
  slow: 1,
  ok: 2,
  not_configured: 3,
};

/** What wants somebody first; things alike stay in their order. */
export function byUrgency(dependencies: readonly DependencyHealth[]): DependencyHealth[] {
  return [...dependencies].sort((a, b) => rank[a.state] - rank[b.state]);
}

/** All of it in one sentence. */
export function wholeText(dependencies: readonly DependencyHealth[]): string {
  const failing = dependencies.filter(({ state }) => state === 'failing').length;
  const slow = dependencies.filter(({ state }) => state === 'slow').length;
  const parts = [
    failing > 0 && `${failing} com problema`,
    slow > 0 && `${slow} ${slow === 1 ? 'pede' : 'pedem'} atenção`,
  ].filter(Boolean);
  return parts.length === 0 ? 'Tudo funciona' : parts.join(', ');
}
