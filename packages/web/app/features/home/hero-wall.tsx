import { categories, categoryImage } from '@guilda/contract/categories';
import { useCallsOffered } from '../../lib/calls-offered.ts';
import { Button } from '../../ui/button.tsx';
import { CategoryTile } from '../catalog/index.ts';

/** The visitor's first sight: what the house is, and the wall of its 19 tiles. */
export function HeroWall() {
  const offered = useCallsOffered();
  return (
    <section className="parede so-visita" aria-label="Categorias">
      <div className="parede-t on-mesa">
        <h1 className="d1">Tem sempre alguém à{'\u00a0'}mesa.</h1>
        <p className="t-lg dim pre">
          Contrate calls e packs de quem joga, desenha e faz companhia. Você paga em reais
          {offered ? ', combina no chat e entra na voz pelo Discord.' : ' e combina tudo no chat.'}
        </p>
        <div className="row">
          <Button asLink to="/login" variant="primary" size="large">
            Entrar com Google
          </Button>
          <a className="btn fant g so-desk" href="#fichas">
            Ver fichas
          </a>
        </div>
      </div>
      {categories.map(({ slug, label, adult }) => (
        <CategoryTile
          key={slug}
          slug={slug}
          label={label}
          adult={adult}
          image={categoryImage(slug)}
        />
      ))}
    </section>
  );
}
