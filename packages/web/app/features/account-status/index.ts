export { AccountStatusGate } from './account-status-gate.tsx';
