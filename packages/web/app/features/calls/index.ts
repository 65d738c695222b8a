export { CallButton } from './call-button.tsx';
export { LazyLiveCalls } from './lazy-live-calls.tsx';
export { playTestRingtone } from './play-test-ringtone.ts';
