export { evidenceDataExport } from './data-export.ts';
export { checkEvidence, closeEvidence, type EvidenceRule } from './evidence-store.ts';
export { type SealEvidenceDeps, type SealEvidenceRequest, sealEvidence } from './seal-evidence.ts';
