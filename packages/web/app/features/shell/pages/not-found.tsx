import clsx from 'clsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Main } from '../../../ui/layout/main.tsx';
import * as styles from '../../../ui/layout/message-page.module.css';

const wallTiles = [
  'music',
  'valorant',
  'pubg',
  'drawing',
  null,
  'minecraft',
  'osu',
  'teamfight-tactics',
  'movies',
];

/** Decorative grid of category tiles, one of which hangs crooked. */
function TileWallIllustration() {
  return (
    <div className={styles.wall} aria-hidden="true">
      {wallTiles.map((slug) =>
        slug ? (
          <img key={slug} src={`/art/categorias/${slug}.svg`} alt="" width={174} height={174} />
        ) : (
          <span key="loose">
            <img src="/art/categorias/outros.svg" alt="" width={174} height={174} />
          </span>
        ),
      )}
    </div>
  );
}

/** The page for an unknown address. */
export function NotFoundPage() {
  return (
    <Main>
      <title>Página não encontrada · Guilda</title>
      <div className={clsx(styles.page, 'container')} data-page="message">
        <div>
          <p className={clsx(styles.code, 'numeric')}>404</p>
          <h1 className="display1">Faltou um ladrilho aqui.</h1>
          <p className={clsx(styles.text, 'textLg secondary pretty')}>
            O endereço mudou ou nunca existiu. A mesa continua posta no início.
          </p>
          <div className="row">
            <Button asLink to="/" variant="primary" size="large">
              Voltar ao início
            </Button>
            <Button asLink to="/search" size="large">
              Buscar
            </Button>
          </div>
        </div>
        <TileWallIllustration />
      </div>
    </Main>
  );
}
