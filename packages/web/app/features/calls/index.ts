export { CallButton } from './call-button.tsx';
export { CallsKeeper } from './calls-keeper.tsx';
