/** The part of `navigator` that makes a phone vibrate. */
export interface Vibrator {
  readonly vibrate?: (pattern: number | number[]) => boolean;
  readonly userActivation?: { readonly hasBeenActive: boolean };
}

/** Durations of vibration, pause and second vibration, in ms. */
const VIBRATION_PATTERN_MS = [320, 140, 320];
const VIBRATION_INTERVAL_MS = 2400;

/**
 * Vibrates in repeated patterns until the returned function is called. Does nothing before the first user gesture on
 * the page, because the browser would refuse and log a warning.
 */
export function startVibration(vibrator: Vibrator): () => void {
  const vibrateOnce = () => {
    if (vibrator.userActivation?.hasBeenActive !== false) vibrator.vibrate?.(VIBRATION_PATTERN_MS);
  };
  if (!vibrator.vibrate) return () => undefined;
  vibrateOnce();
  const timer = setInterval(vibrateOnce, VIBRATION_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    if (vibrator.userActivation?.hasBeenActive !== false) vibrator.vibrate?.(0);
  };
}
