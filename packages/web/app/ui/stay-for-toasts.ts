/** For `onInteractOutside` of dialogs: closing a toast that floats above one leaves it open. */
export function stayForToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('.avisos')) event.preventDefault();
}
