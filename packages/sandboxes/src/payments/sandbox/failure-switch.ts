/** Lets a test make the sandbox's API fail for a while. */
export interface FailureSwitch {
  /** The next `times` calls are answered with `status` only; 0 disables it. */
  set(status: number, times: number): void;
  /** The status with which to fail this call, or `null`. */
  next(): number | null;
}

export function createFailureSwitch(): FailureSwitch {
  let left = 0;
  let answer = 503;
  return {
    set(status, times) {
      answer = status;
      left = times;
    },
    next() {
      if (left === 0) return null;
      left -= 1;
      return answer;
    },
  };
}
