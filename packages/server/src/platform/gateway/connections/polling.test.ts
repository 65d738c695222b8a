import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_ANONYMOUS_BYTES, MAX_POLLING_BODY_BYTES, POLLING_BODY_TIMEOUT_MS } from '../bounds.ts';
import type { ClientConnection } from './client-connection.ts';
import { limitPollingBody, trackPollAnswers } from './polling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const connection = {
    tcpConnections: new Set(),
    signedIn: true,
    memory: { add: vi.fn(), fits: vi.fn(() => true), end: vi.fn() },
    received: vi.fn(),
    cut: vi.fn(),
  };
  const createRequest = (headers: object = {}) =>
    Object.assign(new EventEmitter(), { socket: {}, headers }) as unknown as IncomingMessage;
  const createResponse = () =>
    Object.assign(new EventEmitter(), {
      writableEnded: false,
      writableFinished: false,
    }) as unknown as ServerResponse & { writableEnded: boolean; writableFinished: boolean };
  return {
    connection,
    asConnection: connection as unknown as ClientConnection,
    createRequest,
    createResponse,
  };
}

it('closes a connection whose body does not end in time', () => {
  const { connection, asConnection, createRequest, createResponse } = setUp();
  const [lateResponse, timelyResponse] = [createResponse(), createResponse()];
  limitPollingBody(asConnection, createRequest(), timelyResponse);
  vi.advanceTimersByTime(POLLING_BODY_TIMEOUT_MS - 1);
  timelyResponse.emit('close');
  vi.advanceTimersByTime(POLLING_BODY_TIMEOUT_MS);
  expect(connection.cut).not.toHaveBeenCalled();
  limitPollingBody(asConnection, createRequest(), lateResponse);
  vi.advanceTimersByTime(POLLING_BODY_TIMEOUT_MS);
  expect(connection.cut).toHaveBeenCalledWith('slow');
});

it('closes a connection that polls again without having read the last answer', () => {
  const { connection, asConnection, createRequest, createResponse } = setUp();
  const onSent = vi.fn();
  const trackAnswer = trackPollAnswers(asConnection, onSent);
  const [firstResponse, secondResponse] = [createResponse(), createResponse()];
  trackAnswer(createRequest(), firstResponse);
  Object.assign(firstResponse, { writableEnded: true, writableFinished: true });
  firstResponse.emit('close');
  expect(onSent).toHaveBeenCalledOnce();
  trackAnswer(createRequest(), secondResponse);
  expect(connection.cut).not.toHaveBeenCalled();
  secondResponse.writableEnded = true;
  trackAnswer(createRequest(), createResponse());
  expect(connection.cut).toHaveBeenCalledWith('memory');
});

it('does not read a large body that exceeds the memory of all connections', () => {
  const { connection, asConnection, createRequest, createResponse } = setUp();
  connection.memory.fits.mockReturnValue(false);
  limitPollingBody(asConnection, createRequest({ 'content-length': '2000' }), createResponse());
  expect(connection.cut).not.toHaveBeenCalled();
  limitPollingBody(asConnection, createRequest({ 'content-length': '200000' }), createResponse());
  expect(connection.cut).toHaveBeenCalledWith('memory');
});

it('counts the whole length of a body from its headers to its answer', () => {
  const { connection, asConnection, createRequest, createResponse } = setUp();
  const pollResponse = createResponse();
  limitPollingBody(asConnection, createRequest({ 'content-length': '2000' }), pollResponse);
  expect(connection.memory.add.mock.calls).toEqual([[2_000]]);
  pollResponse.emit('close');
  expect(connection.memory.add.mock.calls).toEqual([[2_000], [-2_000]]);
});

it.each([
  [true, MAX_POLLING_BODY_BYTES],
  [false, MAX_ANONYMOUS_BYTES],
])(
  'closes a connection that sends or announces too long a body (signed in: %s)',
  (signedIn, maxBytes) => {
    const { connection, asConnection, createRequest, createResponse } = setUp();
    connection.signedIn = signedIn;
    limitPollingBody(
      asConnection,
      createRequest({ 'content-length': `${maxBytes}` }),
      createResponse(),
    );
    expect(connection.cut).not.toHaveBeenCalled();
    limitPollingBody(
      asConnection,
      createRequest({ 'content-length': `${maxBytes + 1}` }),
      createResponse(),
    );
    expect(connection.cut.mock.calls).toEqual([['size']]);
    const unannouncedRequest = createRequest();
    limitPollingBody(asConnection, unannouncedRequest, createResponse());
    unannouncedRequest.emit('data', Buffer.alloc(maxBytes));
    expect(connection.cut).toHaveBeenCalledOnce();
    unannouncedRequest.emit('data', Buffer.alloc(1));
    expect(connection.cut.mock.calls).toEqual([['size'], ['size']]);
  },
);
