export {
  mountPayoutSandbox,
  type PayoutSandbox,
  type PayoutSandboxDeps,
  payoutsSandboxPath,
} from './sandbox/mount.ts';
export { scenarioAmounts } from './sandbox/scenarios.ts';
