import { categories, categoryImage } from '@guilda/contract/services/categories';
import { AllServicesTile, CategoryTile } from '../catalog/index.ts';
import * as styles from './category-strip.module.css';

/** All categories in two rows; the last tile leads to all services. */
export function CategoryStrip() {
  return (
    <nav className={styles.strip} aria-label="Categorias" data-testid="category-strip">
      {categories.map(({ slug, label, color, adult }) => (
        <CategoryTile
          key={slug}
          slug={slug}
          label={label}
          color={color}
          adult={adult}
          image={categoryImage(slug)}
        />
      ))}
      <AllServicesTile />
    </nav>
  );
}
