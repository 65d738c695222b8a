import { categories, categoryImage } from '@guilda/contract/categories';
import clsx from 'clsx';
import { useCallsOffered } from '../../lib/calls-offered.ts';
import { Button, buttonAttributes } from '../../ui/actions/button.tsx';
import { CategoryTile } from '../catalog/index.ts';
import * as styles from './hero-wall.module.css';

/** Introduction of the product for visitors, with the tiles of its 19 categories. */
export function HomeHero() {
  const offered = useCallsOffered();
  return (
    <section
      data-wide-page
      data-testid="category-wall"
      className={clsx(styles.wall, 'onlyVisitors')}
      aria-label="Categorias"
    >
      <div className={clsx(styles.title, 'onDark')}>
        <h1 className="display1">Tem sempre alguém à{'\u00a0'}mesa.</h1>
        <p className="textLg secondary pretty">
          Contrate calls e packs de quem joga, desenha e faz companhia. Você paga em reais
          {offered ? ', combina no chat e entra na voz pelo Discord.' : ' e combina tudo no chat.'}
        </p>
        <div className="row">
          <Button asLink to="/login" variant="primary" size="large">
            Entrar com Google
          </Button>
          <a {...buttonAttributes({ variant: 'ghost', size: 'large' }, 'onlyLarge')} href="#fichas">
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
