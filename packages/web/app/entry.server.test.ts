import { UNSAFE_ErrorResponseImpl as ErrorResponse, RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import { handleError, reportContext } from './entry.server.tsx';

/** Errors that are reported when rendering a page fails; `signal` is aborted if the reader has left. */
function reportedErrors(error: unknown, signal = new AbortController().signal): unknown[] {
  const errors: unknown[] = [];
  const context = new RouterContextProvider();
  context.set(reportContext, (failure) => errors.push(failure));
  handleError(error, { request: new Request('http://guilda.example/', { signal }), context });
  return errors;
}

it('an error while a page is rendered is reported', () => {
  const failures = [new Error('x'), new ErrorResponse(503, '', null), 'x'];
  for (const failure of failures) expect(reportedErrors(failure)).toEqual([failure]);
});

it('neither an address without a page nor an error of an aborted request is reported', () => {
  // The router's error for a path with a line break, which matches no route pattern.
  const notFoundError = new ErrorResponse(
    404,
    'Not Found',
    new Error('No route matches URL "/%0a"'),
    true,
  );
  expect(reportedErrors(notFoundError)).toEqual([]);
  expect(reportedErrors(new Error('x'), AbortSignal.abort())).toEqual([]);
});
