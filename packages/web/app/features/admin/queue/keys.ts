export type QueueCommand = 'next' | 'previous' | 'open' | 'select' | 'take' | 'filter' | 'help';

/** The keyboard commands of the queue, as its help lists them. */
export const queueKeysHelp: readonly { readonly keys: readonly string[]; readonly does: string }[] =
  [
    { keys: ['j', '↓'], does: 'Ir para o próximo' },
    { keys: ['k', '↑'], does: 'Voltar ao anterior' },
    { keys: ['Enter'], does: 'Abrir e ir para o caso' },
    { keys: ['x'], does: 'Escolher para decidir junto' },
    { keys: ['t'], does: 'Pegar ou devolver' },
    { keys: ['/'], does: 'Ir para os filtros' },
    { keys: ['?'], does: 'Mostrar esta lista' },
  ];

const commandsOfKeys: Readonly<Record<string, QueueCommand>> = {
  j: 'next',
  k: 'previous',
  x: 'select',
  t: 'take',
  '/': 'filter',
  '?': 'help',
};
/** Commands of keys that also scroll the page or press buttons; they apply only while the list has the focus. */
const listCommandsOfKeys: Readonly<Record<string, QueueCommand>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Enter: 'open',
};

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * The queue command of a key; null for keys with a modifier, while a person types in a field, and while a dialog is
 * open. Without `letters` only arrows and Enter are commands (WCAG 2.2, 2.1.4).
 */
export function queueCommandOfKey(
  { key, ctrlKey, metaKey, altKey }: PressedKey,
  where: {
    readonly typing: boolean;
    readonly dialog: boolean;
    readonly list: boolean;
    readonly letters: boolean;
  },
): QueueCommand | null {
  if (ctrlKey || metaKey || altKey || where.typing || where.dialog) return null;
  return (
    (where.letters ? commandsOfKeys[key] : undefined) ??
    (where.list ? listCommandsOfKeys[key] : undefined) ??
    null
  );
}
