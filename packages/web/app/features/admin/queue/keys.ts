export type QueueCommand = 'next' | 'previous' | 'open' | 'select' | 'take' | 'filter' | 'help';

/** The keyboard commands of the queue, as its help lists them. */
export const queueKeysHelp: readonly {
  readonly keys: readonly string[];
  readonly effectText: string;
}[] = [
  { keys: ['j', '↓'], effectText: 'Ir para o próximo' },
  { keys: ['k', '↑'], effectText: 'Voltar ao anterior' },
  { keys: ['Enter'], effectText: 'Abrir e ir para o caso' },
  { keys: ['x'], effectText: 'Escolher para decidir junto' },
  { keys: ['t'], effectText: 'Pegar ou devolver' },
  { keys: ['/'], effectText: 'Ir para os filtros' },
  { keys: ['?'], effectText: 'Mostrar esta lista' },
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
 * open. Without `areLettersEnabled` only arrows and Enter are commands (WCAG 2.2, 2.1.4).
 */
export function queueCommandOfKey(
  { key, ctrlKey, metaKey, altKey }: PressedKey,
  keyContext: {
    readonly isTyping: boolean;
    readonly isDialogOpen: boolean;
    readonly isListFocused: boolean;
    readonly areLettersEnabled: boolean;
  },
): QueueCommand | null {
  if (ctrlKey || metaKey || altKey || keyContext.isTyping || keyContext.isDialogOpen) return null;
  return (
    (keyContext.areLettersEnabled ? commandsOfKeys[key] : undefined) ??
    (keyContext.isListFocused ? listCommandsOfKeys[key] : undefined) ??
    null
  );
}
