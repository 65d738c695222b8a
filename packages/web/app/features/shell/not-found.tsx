import { Button } from '../../ui/button.tsx';
import { Main } from '../../ui/main.tsx';

const wall = [
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

/** A wall with one tile that has come loose. */
function LooseWall() {
  return (
    <div className="e404-w" aria-hidden="true">
      {wall.map((slug) =>
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

/** The page of an address that leads nowhere. */
export function NotFoundPage() {
  return (
    <Main>
      <title>Página não encontrada · Guilda</title>
      <div className="wrap e404">
        <div>
          <p className="num e404-n">404</p>
          <h1 className="d1">Faltou um ladrilho aqui.</h1>
          <p className="t-lg dim pre e404-t">
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
        <LooseWall />
      </div>
    </Main>
  );
}
