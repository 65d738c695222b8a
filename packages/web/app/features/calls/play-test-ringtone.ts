/** Plays a few seconds of a ringtone after a press; resolves to false when the browser does not allow sound. */
export async function playTestRingtone(): Promise<boolean> {
  const { playTuneOnce } = await import('./overlay/sound/play-tune-once.ts');
  return playTuneOnce();
}
