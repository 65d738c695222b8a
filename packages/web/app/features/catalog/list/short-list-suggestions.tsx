import { type CategorySlug, categoryImage } from '@guilda/contract/categories';
import clsx from 'clsx';
import { useAddServiceLink } from '../../../lib/navigation/dialog-query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { relatedCategories } from '../model/related-categories.ts';
import { CategoryTile } from './category-tile.tsx';
import * as styles from './short-list-suggestions.module.css';

/** A list with fewer services than this is short: it does not fill two rows of four. */
export const SHORT_LIST_LENGTH = 8;

function PublishOffer() {
  const addService = useAddServiceLink();
  return (
    <div className={clsx(styles.offer, 'panel')}>
      <p className="pretty">
        <b className="bold">Você também faz isso?</b> Publique o seu serviço e apareça aqui.
      </p>
      <Button asLink to={addService} preventScrollReset>
        Publique o seu
      </Button>
    </div>
  );
}

interface ShortListSuggestionsProps {
  /** The category of the list; undefined for lists over all categories. */
  category: CategorySlug | undefined;
  /** Whether the list has no services; it then has its own invitation to publish. */
  empty: boolean;
}

/** Suggestions below a short list of services: an offer to publish one, and links to other categories. */
export function ShortListSuggestions({ category, empty }: ShortListSuggestionsProps) {
  return (
    <section className="section" aria-labelledby="vizinhas">
      {!empty && <PublishOffer />}
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
