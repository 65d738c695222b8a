import { type CategorySlug, categoryImage } from '@guilda/contract/services/categories';
import { CategoryTile } from '../components/category-tile.tsx';
import { relatedCategories } from '../model/related-categories.ts';
import * as styles from './short-list-suggestions.module.css';

interface ShortListSuggestionsProps {
  /** The category of the list; undefined for lists over all categories. */
  category: CategorySlug | undefined;
}

/** Links to other categories below a short list of services. */
export function ShortListSuggestions({ category }: ShortListSuggestionsProps) {
  return (
    <section className="section" aria-labelledby="vizinhas">
      <div className="sectionHead">
        <h2 className="display4" id="vizinhas">
          {category ? 'Categorias parecidas' : 'Outras categorias'}
        </h2>
      </div>
      <div className={styles.tiles}>
        {relatedCategories(category).map(({ slug, label, color }) => (
          <CategoryTile
            key={slug}
            slug={slug}
            label={label}
            color={color}
            image={categoryImage(slug)}
          />
        ))}
      </div>
    </section>
  );
}
