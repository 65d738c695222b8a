/**
 * How late timers may be before a program under test turns requests away, in ms. It shares its process
 * with whatever else is tested and loaded there, so being late says nothing of it.
 */
export const TESTS_OVERLOAD_MS = 60_000;
