export { mountDemoOutbox } from './mount.ts';
export { createDemoOutbox, type DemoOutbox } from './outbox.ts';
