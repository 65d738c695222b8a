/** Handler for `onInteractOutside` of dialogs: a press on a toast above the dialog does not close the dialog. */
export function stayOpenForToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('[data-ui="toasts"]'))
    event.preventDefault();
}
