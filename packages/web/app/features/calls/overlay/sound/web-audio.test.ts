import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPlayer, openPlayer } from './web-audio.ts';

function createFakeContext(state: AudioContextState) {
  const gain = { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() };
  const fades = { cancelScheduledValues: vi.fn(), setTargetAtTime: vi.fn() };
  const source = {
    loop: false,
    buffer: null,
    start: vi.fn(),
    connect: () => ({ connect: vi.fn() }),
  };
  const context = {
    state,
    currentTime: 3,
    destination: {},
    close: vi.fn(async () => {
      context.state = 'closed';
    }),
    resume: vi.fn(() => Promise.reject(new Error('no gesture yet'))),
    addEventListener: vi.fn(),
    createBuffer: vi.fn(() => ({ copyToChannel: vi.fn() })),
    createGain: () => ({ gain: { ...gain, ...fades } }),
    createBufferSource: () => source,
  };
  return { context, source, gain, fades, player: createPlayer(context as unknown as AudioContext) };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a player starts a loop softly, and only once', () => {
  const { player, source, gain } = createFakeContext('running');
  player.loop(new Float32Array(8));
  player.loop(new Float32Array(8));
  expect(source.loop).toBe(true);
  expect(source.start).toHaveBeenCalledTimes(1);
  expect(gain.setValueAtTime).toHaveBeenCalledWith(0, 3);
});

test('a closed player stops at once and closes its context soon after', async () => {
  const { player, context, fades } = createFakeContext('running');
  player.loop(new Float32Array(8));
  player.close();
  expect(fades.setTargetAtTime).toHaveBeenCalledWith(0, 3, expect.any(Number));
  await vi.advanceTimersByTimeAsync(500);
  expect(context.close).toHaveBeenCalledTimes(1);
  player.close();
  player.loop(new Float32Array(8));
  expect(context.close).toHaveBeenCalledTimes(1);
});

test('a player that is closed while it is suspended waits for nothing', () => {
  const { player, context } = createFakeContext('suspended');
  player.loop(new Float32Array(8));
  player.close();
  expect(context.close).toHaveBeenCalledTimes(1);
});

test('a refusal of the browser to play is no error', async () => {
  const { player, context } = createFakeContext('suspended');
  player.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(context.resume).toHaveBeenCalledTimes(1);
  player.close();
  player.wake();
  expect(context.resume).toHaveBeenCalledTimes(1);
});

test('there is no player without Web Audio', () => {
  expect(openPlayer()).toBeNull();
});
