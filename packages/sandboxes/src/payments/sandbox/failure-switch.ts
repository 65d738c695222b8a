/** Makes the sandbox's API fail for a number of calls, for tests. */
export interface FailureSwitch {
  /** Answers the next `times` calls with `status` only; `times` 0 ends the failure. */
  set(status: number, times: number): void;
  /** The status with which this call has to fail, or null. */
  next(): number | null;
}

export function createFailureSwitch(): FailureSwitch {
  let callsLeft = 0;
  let answer = 503;
  return {
    set(status, times) {
      answer = status;
      callsLeft = times;
    },
    next() {
      if (callsLeft === 0) return null;
      callsLeft -= 1;
      return answer;
    },
  };
}
