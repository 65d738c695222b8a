const INTERRUPTED_PURCHASE_KEY = 'guilda-interrupted-purchase';

/** Remembers in this tab which service a visitor wanted to buy when they were sent to sign in. */
export function rememberInterruptedPurchase(serviceId: string): void {
  try {
    sessionStorage.setItem(INTERRUPTED_PURCHASE_KEY, serviceId);
  } catch {
    // Without storage the visitor presses the button again.
  }
}

/** Whether signing in interrupted the purchase of this service; true once. */
export function takeInterruptedPurchase(serviceId: string): boolean {
  try {
    if (sessionStorage.getItem(INTERRUPTED_PURCHASE_KEY) !== serviceId) return false;
    sessionStorage.removeItem(INTERRUPTED_PURCHASE_KEY);
    return true;
  } catch {
    return false;
  }
}
