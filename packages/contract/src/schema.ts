import { z } from 'zod';

// Pages forbid code made from text, which the library would otherwise try for speed.
if ('document' in globalThis) z.config({ jitless: true });

/** The one way to the schema library, set up for where it runs. */
export { z };
