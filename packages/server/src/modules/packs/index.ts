export { heldDownloads } from './held-downloads.ts';
export { packAddresses } from './pack-address.ts';
export { type PackDeps, packHandlers } from './routes.ts';
export { servePacks } from './serve-packs.ts';
