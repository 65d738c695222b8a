/** Fields of a form; choosing a file is none, because it opens a window of the system. */
const FIELDS = 'input:not([type="hidden"], [type="file"]), textarea, select, [role="combobox"]';

/**
 * Focuses the first field of a dialog that opens, of a group of radio buttons the chosen one. Without a field nothing
 * happens, and the dialog focuses its first button.
 */
export function focusFirstField(event: Event): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  const fields = [...dialog.querySelectorAll<HTMLInputElement>(FIELDS)];
  const first = fields.find((field) => !field.disabled);
  if (!first) return;
  const chosen = fields.find(
    ({ type, name, checked }) => type === 'radio' && name === first.name && checked,
  );
  event.preventDefault();
  (chosen ?? first).focus();
}
