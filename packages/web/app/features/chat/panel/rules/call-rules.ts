import { errors } from '@guilda/contract/errors';

interface CallFacts {
  /** The caller's own Discord account. */
  readonly discordId: string | null;
  /** Whether the other takes calls. */
  readonly canBeCalled: boolean;
}

/** What keeps a call from being placed, in the words of `spec §5`. */
export function callProblem({ discordId, canBeCalled }: CallFacts): string {
  if (!discordId) return 'Você não tem o Discord ativo, vá nas configurações para ativar.';
  if (!canBeCalled) return 'O usuário chamado não aceita ligações.';
  return errors.unavailable.text;
}
