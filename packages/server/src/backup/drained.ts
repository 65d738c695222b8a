interface Emits {
  readonly destroyed: boolean;
  once(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
}

/** Resolves once a stream takes more, or never will. */
export function drained(stream: Emits): Promise<void> {
  // It says that it is over once only, maybe before anybody asked.
  if (stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const events = ['drain', 'close', 'error'];
    const done = () => {
      for (const event of events) stream.off(event, done);
      resolve();
    };
    for (const event of events) stream.once(event, done);
  });
}
