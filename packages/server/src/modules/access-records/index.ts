export type { AccessRecord } from './access-record.ts';
export type { AccessRecordPeriod } from './access-record-store.ts';
export { deleteAccessRecordCopiesOf, readStoredPeriod } from './access-record-store.ts';
export {
  ACCESS_RECORD_BATCH_SIZE,
  type AccessRecorder,
  createAccessRecorder,
} from './access-recorder.ts';
export { accessRecordsDataExport } from './data-export.ts';
export { createTextDecrypter, type TextDecrypter } from './encrypt-records.ts';
export { type OpenedAccessRecords, openAccessRecords } from './open-access-records.ts';
