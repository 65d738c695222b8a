export { AllServicesTile } from './components/all-services-tile.tsx';
export { BuyNote } from './components/buy-note.tsx';
export { BuyBar, BuyPanel, MoneyIsHeldNote } from './components/buy-panel.tsx';
export { CategoryBand } from './components/category-band.tsx';
export { CategoryTile } from './components/category-tile.tsx';
export { MoreFromSeller } from './components/more-from-seller.tsx';
export { FREE_PRICE_TEXT, priceUnitText } from './components/price-unit-text.ts';
export { SellerPanel } from './components/seller-panel.tsx';
export { ServiceCard } from './components/service-card.tsx';
export { ServiceGrid } from './components/service-grid.tsx';
export { ServiceIntro } from './components/service-intro.tsx';
export { ServiceSkeleton } from './components/service-skeleton.tsx';
export { FilterBar } from './filters/filter-bar.tsx';
export { NoServicesForFilters, NoServicesYet } from './list/empty-services.tsx';
export { ServiceListing } from './list/service-list.tsx';
export { categoryTaglines } from './model/category-taglines.ts';
export { loadServicePage, type ServicePageData } from './model/load-service-page.ts';
export {
  loadHomeServices,
  loadServices,
  type ServiceList,
  withVariedServicesFirst,
} from './model/load-services.ts';
export { packContentsText } from './model/pack-contents-text.ts';
export { countFilters, readFilters } from './model/service-filters.ts';
export { LazyOwnServiceMenu } from './own/lazy-own-service-menu.tsx';
export { OwnServiceTools } from './own/owner-tools.tsx';
export { AddService } from './publish/add-service.tsx';
