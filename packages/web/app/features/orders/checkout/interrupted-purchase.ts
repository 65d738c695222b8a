const INTERRUPTED_PURCHASE_KEY = 'guilda-interrupted-purchase';

/** Stores in this tab which service a visitor wanted to buy before signing in. */
export function rememberInterruptedPurchase(serviceId: string): void {
  try {
    sessionStorage.setItem(INTERRUPTED_PURCHASE_KEY, serviceId);
  } catch {
    // When storage is unavailable, the visitor must press the button again after signing in.
  }
}

/** Whether the purchase of this service was interrupted by signing in; returns true only once. */
export function takeInterruptedPurchase(serviceId: string): boolean {
  try {
    if (sessionStorage.getItem(INTERRUPTED_PURCHASE_KEY) !== serviceId) return false;
    sessionStorage.removeItem(INTERRUPTED_PURCHASE_KEY);
    return true;
  } catch {
    return false;
  }
}
