import { Link } from 'react-router';
import * as styles from '../../../ui/layout/top-bar.module.css';

/** The wordmark as a link to the home page. */
export function Logo() {
  return (
    <Link className={styles.logo} to="/" aria-label="Guilda, início">
      <img src="/art/marca/guilda-claro.svg" alt="" width={121} height={34} />
    </Link>
  );
}
