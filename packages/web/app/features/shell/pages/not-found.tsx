import { categoryImage } from '@guilda/contract/services/categories';
import clsx from 'clsx';
import { Button } from '../../../ui/actions/button.tsx';
import { artURL } from '../../../ui/display/art-url.ts';
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

const TileImage = ({ slug }: { slug: string }) => (
  <img src={artURL(categoryImage(slug))} alt="" width={174} height={174} fetchPriority="low" />
);

/** Decorative grid of category tiles, one of which hangs crooked. */
function TileWallIllustration() {
  return (
    <div className={styles.wall} aria-hidden="true">
      {wallTiles.map((slug) =>
        slug ? (
          <TileImage key={slug} slug={slug} />
        ) : (
          <span key="loose">
            <TileImage slug="outros" />
          </span>
        ),
      )}
    </div>
  );
}

interface NotFoundPageProps {
  /** Why there is nothing at the address. */
  text?: string | undefined;
}

/** The page for an unknown address. */
export function NotFoundPage({
  text = 'O endereço mudou ou nunca existiu. A mesa continua posta no início.',
}: NotFoundPageProps) {
  return (
    <Main>
      <title>Página não encontrada · Guilda</title>
      <div className={clsx(styles.page, 'container')} data-page="message">
        <div>
          <p className={clsx(styles.code, 'numeric')}>404</p>
          <h1 className="display1">Faltou um ladrilho aqui.</h1>
          <p className={clsx(styles.text, 'textLg secondary pretty')}>{text}</p>
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
