import { z } from 'zod';

// The pages' Content-Security-Policy forbids `eval`, which zod would otherwise use for speed.
if ('document' in globalThis) z.config({ jitless: true });

/** zod, configured for the environment; import it from here only. */
export { z };
