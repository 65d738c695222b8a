/** Number of the latest press in a row at one place: 2 for the second press of a double click. */
let latestPressCount = 0;
if (typeof document !== 'undefined') {
  const countPress = ({ detail }: MouseEvent) => {
    latestPressCount = detail;
  };
  document.addEventListener('mousedown', countPress, { capture: true });
}

/**
 * Handler for `onInteractOutside` of dialogs: neither a press on a toast above the dialog nor the second click of a
 * double click, whose first click has opened the dialog, closes it.
 */
export function stayOpen(event: Event): void {
  const isOnToast = event.target instanceof Element && event.target.closest('[data-ui="toasts"]');
  if (isOnToast || latestPressCount > 1) event.preventDefault();
}
