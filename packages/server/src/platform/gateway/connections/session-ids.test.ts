import { expect, it } from 'vitest';
import { processOfSession } from './session-ids.ts';

it.each([
  ['/socket.io/?EIO=4&transport=polling&sid=3-abc', '3'],
  ['/socket.io/?sid=12-abc&EIO=4&transport=websocket', '12'],
  ['/socket.io?EIO=4&sid=7-abc', '7'],
  ['/socket.io/?EIO=4&transport=polling', null],
  ['/socket.io/?EIO=4&sid=abc', null],
  ['/socket.io/?EIO=4&sid=x3-abc', null],
  ['/api/services?sid=3-abc', null],
  // The library opens a new session for these, because it takes the last of several parameters.
  ['/socket.io/?EIO=4&transport=polling&sid=3-abc&sid=', null],
  ['/socket.io/?EIO=4&transport=polling&sid=3-abc&s%69d=', null],
  ['/socket.io/?sid=3-abc&EIO=4&sid=4-abc', '4'],
])('the session of %s belongs to the process %s', (url, processId) => {
  expect(processOfSession(url)).toBe(processId);
});
