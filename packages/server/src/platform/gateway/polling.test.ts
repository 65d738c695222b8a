import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BODY_MS } from './bounds.ts';
import type { Peer } from './peer.ts';
import { followAnswers, watchBody } from './polling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function scene() {
  const peer = {
    carriers: new Set(),
    signedIn: true,
    memory: { add: vi.fn(), fits: vi.fn(() => true), end: vi.fn() },
    received: vi.fn(),
    cut: vi.fn(),
  };
  const request = (headers: object = {}) =>
    Object.assign(new EventEmitter(), { socket: {}, headers }) as unknown as IncomingMessage;
  const response = () =>
    Object.assign(new EventEmitter(), {
      writableEnded: false,
      writableFinished: false,
    }) as unknown as ServerResponse & { writableEnded: boolean; writableFinished: boolean };
  return { peer, asPeer: peer as unknown as Peer, request, response };
}

it('cuts a client whose body does not come to an end', () => {
  const { peer, asPeer, request, response } = scene();
  const [late, inTime] = [response(), response()];
  watchBody(asPeer, request(), inTime);
  vi.advanceTimersByTime(BODY_MS - 1);
  inTime.emit('close');
  vi.advanceTimersByTime(BODY_MS);
  expect(peer.cut).not.toHaveBeenCalled();
  watchBody(asPeer, request(), late);
  vi.advanceTimersByTime(BODY_MS);
  expect(peer.cut).toHaveBeenCalledWith('slow');
});

it('cuts a client that asks for more without having read what it was answered', () => {
  const { peer, asPeer, request, response } = scene();
  const sent = vi.fn();
  const answer = followAnswers(asPeer, sent);
  const [first, second] = [response(), response()];
  answer(request(), first);
  Object.assign(first, { writableEnded: true, writableFinished: true });
  first.emit('close');
  expect(sent).toHaveBeenCalledOnce();
  answer(request(), second);
  expect(peer.cut).not.toHaveBeenCalled();
  second.writableEnded = true;
  answer(request(), response());
  expect(peer.cut).toHaveBeenCalledWith('memory');
});

it('does not begin to read a large body that all together have no memory for', () => {
  const { peer, asPeer, request, response } = scene();
  peer.memory.fits.mockReturnValue(false);
  watchBody(asPeer, request({ 'content-length': '2000' }), response());
  expect(peer.cut).not.toHaveBeenCalled();
  watchBody(asPeer, request({ 'content-length': '200000' }), response());
  expect(peer.cut).toHaveBeenCalledWith('memory');
});
