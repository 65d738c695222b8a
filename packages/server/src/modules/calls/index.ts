export { callsDataExport } from './data-export.ts';
export { endAndDeleteCallsOf, endCallOf, endCallsBetween } from './end/end-account-calls.ts';
export { closeOrphanedRooms } from './rooms/close-orphaned-rooms.ts';
