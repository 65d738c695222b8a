interface DrainEmitter {
  readonly destroyed: boolean;
  once(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
}

/** Resolves once a stream accepts more data or is closed. */
export function waitForDrain(stream: DrainEmitter): Promise<void> {
  // For a destroyed stream, `close` may have been emitted already.
  if (stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const events = ['drain', 'close', 'error'];
    const settle = () => {
      for (const event of events) stream.off(event, settle);
      resolve();
    };
    for (const event of events) stream.once(event, settle);
  });
}
