import dns from 'node:dns';

// Loaded by test programs whose settings contain real host names: no name except `localhost` can be resolved.
const originalLookup = dns.lookup as unknown as (...args: unknown[]) => unknown;

Reflect.set(dns, 'lookup', (...args: unknown[]) => {
  const [host, done] = [args[0], args.at(-1)];
  if (host === 'localhost' || host === '127.0.0.1') return originalLookup(...args);
  const lookupError = Object.assign(new Error(`no way to ${host}`), { code: 'ENOTFOUND' });
  return typeof done === 'function' ? setImmediate(() => done(lookupError)) : undefined;
});
