/** Plays a few seconds of a ringtone after a press; false where the browser lets nothing sound. */
export async function playTestRingtone(): Promise<boolean> {
  const { playTuneOnce } = await import('./overlay/sound/play-tune-once.ts');
  return playTuneOnce();
}
