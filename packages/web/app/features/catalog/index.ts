export { AdultVeil } from './components/adult-veil.tsx';
export { AgeGate } from './components/age-gate.tsx';
export { CategoryBand } from './components/category-band.tsx';
export { CategoryTile } from './components/category-tile.tsx';
export { EmptyWall, NothingFits } from './components/empty-services.tsx';
export { FilterBar } from './components/filter-bar.tsx';
export { ServiceCard, type ServiceCardData } from './components/service-card.tsx';
export { ServiceGrid } from './components/service-grid.tsx';
export { ServiceListing } from './components/service-list.tsx';
export { ServiceTypeTag } from './components/service-type-tag.tsx';
export { serviceUnit } from './components/service-unit.ts';
export { categoryLines } from './model/category-lines.ts';
export {
  loadNewest,
  loadServices,
  type ServiceList,
  type ServicesPage,
} from './model/load-services.ts';
export { countFilters, readFilters } from './model/service-filters.ts';
