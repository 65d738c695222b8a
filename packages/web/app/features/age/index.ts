export { AccountAgeBar } from './account-age-bar.tsx';
export { AdultVeil } from './adult-veil.tsx';
export { AdultsOnly } from './adults-only.tsx';
export { AgeCheckFact } from './age-check-fact.tsx';
export { AgeGate } from './age-gate.tsx';
export { useAgeCheck } from './use-age-check.ts';
