export { evidenceDataExport } from './data-export.ts';
export { checkEvidence, type EvidenceRule, recordEvidenceCauseEnd } from './evidence-store.ts';
export { type SealEvidenceDeps, type SealEvidenceRequest, sealEvidence } from './seal-evidence.ts';
