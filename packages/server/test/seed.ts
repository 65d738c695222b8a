import fc from 'fast-check';

/**
 * The seed of all generated test input: a test that is red today was not red by chance. `TEST_SEED`
 * tries other input.
 */
export const seed = Number(process.env['TEST_SEED'] ?? 20_261_120);

fc.configureGlobal({ seed });
