import type { Service } from '@guilda/contract/services/catalog';
import { categories, categoryImage, findCategory } from '@guilda/contract/services/categories';
import clsx from 'clsx';
import { useAddServiceLink } from '../../lib/navigation/dialog-query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Chip } from '../../ui/actions/chip.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { AllServicesTile, CategoryTile, ServiceGrid } from '../catalog/index.ts';
import { noAlternatives, type SearchAlternatives } from './load-search.ts';
import type { SimilarResults } from './load-similar-results.ts';
import * as styles from './search.module.css';
import { searchPath } from './search-query.ts';

/** Tiles of all categories, shown before a search and when a search has no results. */
export function CategorySuggestions({ title }: { title: string }) {
  return (
    <section className="section" aria-labelledby="sugestoes">
      <div className="sectionHead">
        <h2 className="display4" id="sugestoes">
          {title}
        </h2>
      </div>
      <div className="tileGrid">
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
      </div>
    </section>
  );
}

function SimilarCategories({
  categories: similarCategories,
}: {
  categories: SimilarResults['categories'];
}) {
  return (
    <section className="section" aria-labelledby="parecidas">
      <div className="sectionHead">
        <h2 className="display4" id="parecidas">
          Categorias parecidas
        </h2>
      </div>
      <div className="tileGrid">
        {similarCategories.map(({ slug, image }) => {
          const category = findCategory(slug);
          return (
            <CategoryTile
              key={slug}
              slug={slug}
              label={category?.label ?? slug}
              color={category?.color}
              adult={category?.adult}
              image={image}
            />
          );
        })}
      </div>
    </section>
  );
}

function ShorterTexts({ texts, page }: { texts: SimilarResults['texts']; page: SearchPath }) {
  return (
    <nav className={clsx(styles.query, 'row gap2')} aria-label="Buscas parecidas">
      <span>Busque só</span>
      {texts.map((text) => (
        <Chip key={text} asLink to={searchPath(page, text)}>
          {text}
        </Chip>
      ))}
    </nav>
  );
}

function PopularServices({ services }: { services: readonly Service[] }) {
  return (
    <section className="section" aria-labelledby="populares">
      <div className="sectionHead">
        <h2 className="display4" id="populares">
          Bem avaliados na Guilda
        </h2>
      </div>
      <ServiceGrid services={services} />
    </section>
  );
}

/** Invites the person to publish a service, because the search found none. */
function PublishServiceInvitation() {
  const addService = useAddServiceLink();
  return (
    <section
      className={clsx('section panel row spaceBetween', styles.invitation)}
      aria-label="Publique o seu"
    >
      <p className="pretty">Você faz isso? Alguém está procurando.</p>
      <Button asLink to={addService} preventScrollReset>
        Publique o seu
      </Button>
    </section>
  );
}

type SearchPath = Parameters<typeof searchPath>[0];

interface NoSearchResultsProps {
  q: string;
  page: SearchPath;
  /** Suggestions that replace the missing results. */
  alternatives?: SearchAlternatives | undefined;
}

/** Message for a search without results, with similar results. */
export function NoSearchResults({ q, page, alternatives = noAlternatives }: NoSearchResultsProps) {
  const { similar, bestRated } = alternatives;
  return (
    <>
      <EmptyState
        art="busca"
        wide
        title={`Nada com “${q}”`}
        text={`Confira a grafia ou busque pelo nome ${page === '/search/users' ? 'de usuário' : 'do jogo'}.`}
        action={
          <Button asLink to={page}>
            Limpar busca
          </Button>
        }
      />
      {similar.texts.length > 0 && <ShorterTexts texts={similar.texts} page={page} />}
      {similar.categories.length > 0 && <SimilarCategories categories={similar.categories} />}
      {page !== '/search/users' && <PublishServiceInvitation />}
      {bestRated.length > 0 && <PopularServices services={bestRated} />}
      <CategorySuggestions title="Ou passe pelas categorias" />
    </>
  );
}
