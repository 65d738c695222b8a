export { deleteAgeCheckOf } from './age-check-store.ts';
export { ageCheckDataExport } from './data-export.ts';
