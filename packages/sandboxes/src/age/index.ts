export { createDemoAge, type DemoAgeDeps } from './demo-age.ts';
export { type AgeSandboxDeps, mountAgeSandbox } from './sandbox/mount.ts';
export { ageSignatureHeader as signatureHeader } from './sandbox-api.ts';
