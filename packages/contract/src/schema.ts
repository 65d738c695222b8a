import { z } from 'zod';

// The pages' Content-Security-Policy forbids `eval`, which zod would otherwise use for speed.
if ('document' in globalThis) z.config({ jitless: true });

/** The zod library, configured for the server or the browser; always import it from this file. */
export { z };
