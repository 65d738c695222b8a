import type { Service } from '@guilda/contract/catalog';
import { categories, categoryImage } from '@guilda/contract/categories';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AllServicesTile, CategoryTile, ServiceGrid } from '../catalog/index.ts';

/** The wall of categories, for who has nothing to type or found nothing. */
export function CategorySuggestions({ title }: { title: string }) {
  return (
    <section className="secao" aria-labelledby="sugestoes">
      <div className="secao-h">
        <h2 className="d4" id="sugestoes">
          {title}
        </h2>
      </div>
      <div className="azulejo">
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

interface NothingFoundProps {
  q: string;
  page: string;
  /** Services to look at instead. */
  popular?: readonly Service[] | undefined;
}

/** Nothing has this text. */
export function NothingFound({ q, page, popular = [] }: NothingFoundProps) {
  return (
    <>
      <EmptyState
        art="busca"
        className="vazio-l"
        title={`Nada com “${q}”`}
        text="Confira a grafia ou busque pelo nome do jogo."
        action={
          <Button asLink to={page}>
            Limpar busca
          </Button>
        }
      />
      {popular.length > 0 && (
        <section className="secao" aria-labelledby="populares">
          <div className="secao-h">
            <h2 className="d4" id="populares">
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
