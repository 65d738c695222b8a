import { type RefObject, useEffect, useEffectEvent } from 'react';

interface OptionKeys {
  /** Keys of the options in the order of the list. */
  readonly keys: readonly string[];
  readonly active: string | null;
  onActive(key: string | null): void;
  onPick(key: string): void;
  onClose(): void;
}

/** The key after `active` in a direction; null is the field itself, between the last and the first option. */
function neighbourOption(
  keys: readonly string[],
  active: string | null,
  step: 1 | -1,
): string | null {
  const places = [null, ...keys];
  const at = Math.max(0, places.indexOf(active));
  return places[(at + step + places.length) % places.length] ?? null;
}

/**
 * Keyboard of a combobox with a list: arrows move through the options and the field, Enter picks the active option,
 * Escape closes the list. Without an active option Enter submits the form.
 */
export function useOptionKeys(input: RefObject<HTMLInputElement | null>, list: OptionKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { keys, active, onActive, onPick, onClose } = list;
    if (event.key === 'ArrowDown') onActive(neighbourOption(keys, active, 1));
    else if (event.key === 'ArrowUp') onActive(neighbourOption(keys, active, -1));
    else if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && active !== null) onPick(active);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const field = input.current;
    field?.addEventListener('keydown', press);
    return () => field?.removeEventListener('keydown', press);
  }, [input]);
}
