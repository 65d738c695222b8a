export { StandingGate } from './standing-gate.tsx';
