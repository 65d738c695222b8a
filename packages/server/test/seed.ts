import fc from 'fast-check';

/** Seed of all generated test input, fixed so that a failure can be repeated. `TEST_SEED` sets another seed. */
export const seed = Number(process.env['TEST_SEED'] ?? 20_261_120);

fc.configureGlobal({ seed });
