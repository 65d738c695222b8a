/** Makes the sandbox's API refuse a number of requests, for tests. */
export interface FailureSwitch {
  /** Answers the next `times` requests with `status` only; with 0 no more requests are refused. */
  set(status: number, times: number): void;
  /**
   * Counts one request. Returns the status with which the sandbox has to refuse it; null when the request may succeed.
   */
  next(): number | null;
}

export function createFailureSwitch(): FailureSwitch {
  let requestsLeft = 0;
  let failureStatus = 503;
  return {
    set(status, times) {
      failureStatus = status;
      requestsLeft = times;
    },
    next() {
      if (requestsLeft === 0) return null;
      requestsLeft -= 1;
      return failureStatus;
    },
  };
}
