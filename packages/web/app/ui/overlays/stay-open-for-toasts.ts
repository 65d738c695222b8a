/** For `onInteractOutside` of dialogs: closing a toast that floats above one leaves it open. */
export function stayOpenForToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('[data-ui="toasts"]'))
    event.preventDefault();
}
