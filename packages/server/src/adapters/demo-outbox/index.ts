export { mountDemoOutbox } from './mount.ts';
export { createDemoOutbox, type DemoOutbox, type DemoOutboxOptions } from './outbox.ts';
