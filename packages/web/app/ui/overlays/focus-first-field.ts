/**
 * Selector of form fields; file inputs are left out, because a key press on one opens the system's file window.
 */
const FIELD_SELECTOR =
  'input:not([type="hidden"], [type="file"]), textarea, select, [role="combobox"]';

/**
 * Focuses the first field of a dialog that opens; in a group of radio buttons, the selected one. Without a field
 * nothing happens, and the dialog focuses its first button.
 */
export function focusFirstField(event: Event): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  const fields = [...dialog.querySelectorAll<HTMLInputElement>(FIELD_SELECTOR)];
  const firstField = fields.find((field) => !field.disabled);
  if (!firstField) return;
  const checkedField = fields.find(
    ({ type, name, checked }) => type === 'radio' && name === firstField.name && checked,
  );
  event.preventDefault();
  (checkedField ?? firstField).focus();
}
