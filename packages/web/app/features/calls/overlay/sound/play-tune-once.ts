import { renderTune } from './render-tune.ts';
import { tunes } from './tunes.ts';
import { openPlayer } from './web-audio.ts';

/** How long the ringtone plays, in ms. */
const PLAY_DURATION_MS = 2_500;

/** How long the browser may take to allow sound, in ms. */
const AUTOPLAY_WAIT_MS = 400;

const delayMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Plays the beginning of a ringtone after a press; resolves to false when the browser does not allow sound. */
export async function playTuneOnce(): Promise<boolean> {
  const player = openPlayer();
  if (!player) return false;
  player.wake();
  if (!player.allowed()) await delayMs(AUTOPLAY_WAIT_MS);
  const allowed = player.allowed();
  if (allowed) {
    player.loop(renderTune(tunes.discord));
    await delayMs(PLAY_DURATION_MS);
  }
  player.close();
  return allowed;
}
