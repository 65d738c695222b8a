import { type CategorySlug, categoryImage } from '@guilda/contract/categories';
import clsx from 'clsx';
import { useAddServiceLink } from '../../../lib/navigation/dialog-query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { neighbourCategories } from '../model/neighbour-categories.ts';
import { CategoryTile } from './category-tile.tsx';
import * as styles from './thin-list.module.css';

/** A list with fewer services than this is short: it does not fill two rows of four. */
export const THIN_LIST = 8;

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

interface ThinListProps {
  /** The category of the list; undefined for lists over all categories. */
  category: CategorySlug | undefined;
  /** Whether the list has no services; it then has its own invitation to publish. */
  empty: boolean;
}

/** What follows a short list of services: the offer to publish one, and other categories to look at. */
export function ThinList({ category, empty }: ThinListProps) {
  return (
    <section className="section" aria-labelledby="vizinhas">
      {!empty && <PublishOffer />}
      <div className="sectionHead">
        <h2 className="display4" id="vizinhas">
          {category ? 'Categorias parecidas' : 'Outras categorias'}
        </h2>
      </div>
      <div className={styles.tiles}>
        {neighbourCategories(category).map(({ slug, label, color }) => (
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
