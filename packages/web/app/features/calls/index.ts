export { CallButton } from './call-button.tsx';
export { LazyLiveCalls } from './calls-keeper.tsx';
export { playTestRingtone } from './try-ring.ts';
