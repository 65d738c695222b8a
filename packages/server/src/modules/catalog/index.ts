export { type CatalogTasks, enqueuePreviewErasure } from './catalog-jobs.ts';
export { servicesDataExport } from './data-export.ts';
export { setServiceAdult, setServiceHidden } from './moderate-service.ts';
export { findOwnService } from './publishing/owner-store.ts';
export { findVisibleService, getBuyableServices } from './reads/get-service.ts';
export { readSoldService } from './reads/service-read-queries.ts';
export { suggestCategories } from './search/suggest-categories.ts';
export { type SuggestServicesDeps, suggestServices } from './search/suggest-services.ts';
export {
  deleteServicesOf,
  findServiceOffer,
  lockServiceForOrder,
  type ServiceOffer,
} from './service-store.ts';
export { services } from './services-table.ts';
export { toService } from './view.ts';
