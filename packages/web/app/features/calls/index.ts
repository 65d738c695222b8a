export { CallButton } from './call-button.tsx';
export { CallsKeeper } from './calls-keeper.tsx';
export { tryRing } from './try-ring.ts';
