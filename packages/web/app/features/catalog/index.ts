export { AdultVeil } from './components/adult-veil.tsx';
export { CategoryTile } from './components/category-tile.tsx';
export { ServiceCard, type ServiceCardData } from './components/service-card.tsx';
export { ServiceTypeTag } from './components/service-type-tag.tsx';
export { serviceUnit } from './components/service-unit.ts';
