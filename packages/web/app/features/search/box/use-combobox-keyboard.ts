import { type RefObject, useEffect, useEffectEvent } from 'react';

interface ComboboxOptions {
  /** Ids of the options in the order of the list. */
  readonly optionIds: readonly string[];
  readonly activeId: string | null;
  onActive(id: string | null): void;
  onPick(id: string): void;
  onClose(): void;
}

/**
 * The option after `activeId` in the direction `step`. Null stands for the field, which lies between the last option
 * and the first one.
 */
function neighbourOption(
  optionIds: readonly string[],
  activeId: string | null,
  step: 1 | -1,
): string | null {
  const idsAndField = [null, ...optionIds];
  const activeIndex = Math.max(0, idsAndField.indexOf(activeId));
  return idsAndField[(activeIndex + step + idsAndField.length) % idsAndField.length] ?? null;
}

/**
 * Keyboard of a combobox with a list: arrows move through the options and the field, Enter picks the active option,
 * Escape closes the list. Without an active option Enter submits the form.
 */
export function useComboboxKeyboard(
  input: RefObject<HTMLInputElement | null>,
  combobox: ComboboxOptions,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { optionIds, activeId, onActive, onPick, onClose } = combobox;
    if (event.key === 'ArrowDown') onActive(neighbourOption(optionIds, activeId, 1));
    else if (event.key === 'ArrowUp') onActive(neighbourOption(optionIds, activeId, -1));
    else if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && activeId !== null) onPick(activeId);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const field = input.current;
    field?.addEventListener('keydown', press);
    return () => field?.removeEventListener('keydown', press);
  }, [input]);
}
