import { expect, test, vi } from 'vitest';
import { openTabChannel } from './tab-channel.ts';

test('the other tabs get the messages of one, until they unsubscribe', async () => {
  const [one, other] = [openTabChannel<string>('of ana'), openTabChannel<string>('of ana')];
  const stranger = openTabChannel<string>('of davi');
  const heard = { one: vi.fn(), other: vi.fn(), stranger: vi.fn() };
  one.subscribe(heard.one);
  const stop = other.subscribe(heard.other);
  stranger.subscribe(heard.stranger);
  one.post('first');
  await expect.poll(() => heard.other.mock.calls).toEqual([['first']]);
  stop();
  const listenerAfterClose = vi.fn();
  other.subscribe(listenerAfterClose);
  one.post('second');
  await expect.poll(() => listenerAfterClose.mock.calls).toEqual([['second']]);
  expect(heard.other).toHaveBeenCalledOnce();
  expect(heard.one).not.toHaveBeenCalled();
  expect(heard.stranger).not.toHaveBeenCalled();
  for (const channel of [one, other, stranger]) channel.close();
});

test('a tab in a browser without channels sends no messages to others', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const channel = openTabChannel<string>('of ana');
  channel.subscribe(() => {})();
  channel.post('nobody');
  channel.close();
  vi.unstubAllGlobals();
});
