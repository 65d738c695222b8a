export { createGa4Sink } from './ga4-sink.ts';
