import wordmark from '@guilda/design/art/marca/guilda-claro.svg?inline';
import clsx from 'clsx';
import { Link } from 'react-router';
import * as styles from './footer.module.css';

/** The footer for visitors; signed-in people have the bottom bar instead. */
export function Footer() {
  return (
    <footer data-ui="footer" className={clsx(styles.footer, 'onDark onlyVisitors')}>
      <div className="container row spaceBetween">
        <img src={wordmark} alt="Guilda" width={100} height={28} />
        <nav className={clsx(styles.links, 'row')} aria-label="Regras da casa">
          <Link to="/termos">Termos de uso</Link>
          <Link to="/privacidade">Privacidade</Link>
        </nav>
        <p className="textSm muted">Tem sempre alguém à mesa.</p>
      </div>
    </footer>
  );
}
