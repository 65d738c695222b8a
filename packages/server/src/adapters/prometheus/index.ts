export { type MetricsPage, MetricsPortError, openMetricsPage } from './metrics-page.ts';
export { createMetricsSum } from './metrics-sum.ts';
export { createPrometheusMeter, type PrometheusMeter } from './prometheus-meter.ts';
