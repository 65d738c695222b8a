import { Link } from 'react-router';

/** The foot of the page, for visitors; signed-in people have the bottom bar instead. */
export function Footer() {
  return (
    <footer className="rodape on-mesa so-visita">
      <div className="wrap row between">
        <img src="/art/marca/guilda-claro.svg" alt="Guilda" width={100} height={28} />
        <nav className="row rodape-n" aria-label="Regras da casa">
          <Link to="/termos">Termos de uso</Link>
          <Link to="/privacidade">Privacidade</Link>
        </nav>
        <p className="t-sm mute">Tem sempre alguém à mesa.</p>
      </div>
    </footer>
  );
}
