export { AdultVeil } from './adult-veil.tsx';
export { AdultsOnly } from './adults-only.tsx';
export { AgeGate } from './age-gate.tsx';
export { AgeCheckFact } from './age-line.tsx';
export { useAgeCheck } from './use-age-check.ts';
