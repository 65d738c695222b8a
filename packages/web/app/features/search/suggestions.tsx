import { categories, categoryImage } from '@guilda/contract/categories';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AllServicesTile, CategoryTile } from '../catalog/index.ts';

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

/** Nothing has this text. */
export function NothingFound({ q, page }: { q: string; page: string }) {
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
      <CategorySuggestions title="Ou passe pelas categorias" />
    </>
  );
}
