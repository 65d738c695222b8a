import type { Service } from '@guilda/contract/catalog';
import { categories, categoryImage } from '@guilda/contract/categories';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { AllServicesTile, CategoryTile, ServiceGrid } from '../catalog/index.ts';

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
      </div>
    </section>
  );
}

interface NoSearchResultsProps {
  q: string;
  page: string;
  /** Services that are suggested instead. */
  popular?: readonly Service[] | undefined;
}

/** Message for a search without results. */
export function NoSearchResults({ q, page, popular = [] }: NoSearchResultsProps) {
  return (
    <>
      <EmptyState
        art="busca"
        wide
        title={`Nada com “${q}”`}
        text="Confira a grafia ou busque pelo nome do jogo."
        action={
          <Button asLink to={page}>
            Limpar busca
          </Button>
        }
      />
      {popular.length > 0 && (
        <section className="section" aria-labelledby="populares">
          <div className="sectionHead">
            <h2 className="display4" id="populares">
              Bem avaliadas na Guilda
            </h2>
          </div>
          <ServiceGrid services={popular} />
        </section>
      )}
      <CategorySuggestions title="Ou passe pelas categorias" />
    </>
  );
}
