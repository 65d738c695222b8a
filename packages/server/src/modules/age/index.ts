export { deleteAgeCheckOf } from './age-check-store.ts';
export {
  keepRequirementOf,
  type ResumeRequirement,
  resumeRequirementOf,
} from './closed-account-requirement.ts';
export { ageCheckDataExport } from './data-export.ts';
