/** Result of a check. `warn`: works with a limitation; `idle`: not checked yet, because the person has to start it. */
export type FindingState = 'ok' | 'warn' | 'fail' | 'idle';

/** The result of a check as a sentence without personal data. */
export interface SelfCheckFinding {
  readonly state: FindingState;
  readonly text: string;
}

export type CheckId =
  | 'session'
  | 'renewal'
  | 'api'
  | 'socket'
  | 'push'
  | 'permission'
  | 'autoplay'
  | 'storage'
  | 'clock'
  | 'version';

/** Display name of each check, in the order in which the checks run. */
export const checkNames: Readonly<Record<CheckId, string>> = {
  session: 'Sua entrada',
  renewal: 'Renovação da entrada',
  api: 'Resposta do servidor',
  socket: 'Conexão ao vivo',
  push: 'Avisos neste navegador',
  permission: 'Permissão de avisos',
  autoplay: 'Permissão de som',
  storage: 'Armazenamento do navegador',
  clock: 'Relógio do aparelho',
  version: 'Versão da página',
};

export const checkIds = Object.keys(checkNames) as CheckId[];

export const findingStateWords: Readonly<Record<FindingState | 'running', string>> = {
  ok: 'Certo',
  warn: 'Atenção',
  fail: 'Falhou',
  idle: 'Opcional',
  running: 'Testando',
};

export type Findings = Readonly<Partial<Record<CheckId, SelfCheckFinding>>>;
