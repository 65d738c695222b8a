export { createDemoPayments } from './demo-payments.ts';
export { mountPaymentSandbox, type PaymentSandboxDeps } from './sandbox/mount.ts';
export { paymentsSignatureHeader as signatureHeader, signWebhook } from './webhook-signature.ts';
