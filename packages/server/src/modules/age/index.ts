export { eraseAgeCheck } from './age-check-store.ts';
export { ageCheckDataExport } from './data-export.ts';
