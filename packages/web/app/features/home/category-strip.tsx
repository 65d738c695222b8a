import { categories, categoryImage } from '@guilda/contract/categories';
import { AllServicesTile, CategoryTile } from '../catalog/index.ts';

/** All categories in two rows; the last place leads to every ficha. */
export function CategoryStrip() {
  return (
    <nav className="fila" aria-label="Categorias">
      {categories.map(({ slug, label, adult }) => (
        <CategoryTile
          key={slug}
          slug={slug}
          label={label}
          adult={adult}
          image={categoryImage(slug)}
        />
      ))}
      <AllServicesTile />
    </nav>
  );
}
