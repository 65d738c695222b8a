import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_ANONYMOUS_BYTES, MAX_POLLING_BODY_BYTES, POLLING_BODY_TIMEOUT_MS } from '../bounds.ts';
import type { ClientConnection } from './peer.ts';
import { limitPollingBody, trackPollAnswers } from './polling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const peer = {
    tcpConnections: new Set(),
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
  return { peer, asPeer: peer as unknown as ClientConnection, request, response };
}

it('closes a connection whose body does not end in time', () => {
  const { peer, asPeer, request, response } = setUp();
  const [late, inTime] = [response(), response()];
  limitPollingBody(asPeer, request(), inTime);
  vi.advanceTimersByTime(POLLING_BODY_TIMEOUT_MS - 1);
  inTime.emit('close');
  vi.advanceTimersByTime(POLLING_BODY_TIMEOUT_MS);
  expect(peer.cut).not.toHaveBeenCalled();
  limitPollingBody(asPeer, request(), late);
  vi.advanceTimersByTime(POLLING_BODY_TIMEOUT_MS);
  expect(peer.cut).toHaveBeenCalledWith('slow');
});

it('closes a connection that polls again without having read the last answer', () => {
  const { peer, asPeer, request, response } = setUp();
  const onSent = vi.fn();
  const answer = trackPollAnswers(asPeer, onSent);
  const [first, second] = [response(), response()];
  answer(request(), first);
  Object.assign(first, { writableEnded: true, writableFinished: true });
  first.emit('close');
  expect(onSent).toHaveBeenCalledOnce();
  answer(request(), second);
  expect(peer.cut).not.toHaveBeenCalled();
  second.writableEnded = true;
  answer(request(), response());
  expect(peer.cut).toHaveBeenCalledWith('memory');
});

it('does not read a large body that exceeds the memory of all connections', () => {
  const { peer, asPeer, request, response } = setUp();
  peer.memory.fits.mockReturnValue(false);
  limitPollingBody(asPeer, request({ 'content-length': '2000' }), response());
  expect(peer.cut).not.toHaveBeenCalled();
  limitPollingBody(asPeer, request({ 'content-length': '200000' }), response());
  expect(peer.cut).toHaveBeenCalledWith('memory');
});

it('counts the whole length of a body from its headers to its answer', () => {
  const { peer, asPeer, request, response } = setUp();
  const answer = response();
  limitPollingBody(asPeer, request({ 'content-length': '2000' }), answer);
  expect(peer.memory.add.mock.calls).toEqual([[2_000]]);
  answer.emit('close');
  expect(peer.memory.add.mock.calls).toEqual([[2_000], [-2_000]]);
});

it.each([
  [true, MAX_POLLING_BODY_BYTES],
  [false, MAX_ANONYMOUS_BYTES],
])(
  'closes a connection that sends or announces too long a body (signed in: %s)',
  (signedIn, maxBytes) => {
    const { peer, asPeer, request, response } = setUp();
    peer.signedIn = signedIn;
    limitPollingBody(asPeer, request({ 'content-length': `${maxBytes}` }), response());
    expect(peer.cut).not.toHaveBeenCalled();
    limitPollingBody(asPeer, request({ 'content-length': `${maxBytes + 1}` }), response());
    expect(peer.cut.mock.calls).toEqual([['size']]);
    const unannounced = request();
    limitPollingBody(asPeer, unannounced, response());
    unannounced.emit('data', Buffer.alloc(maxBytes));
    expect(peer.cut).toHaveBeenCalledOnce();
    unannounced.emit('data', Buffer.alloc(1));
    expect(peer.cut.mock.calls).toEqual([['size'], ['size']]);
  },
);
