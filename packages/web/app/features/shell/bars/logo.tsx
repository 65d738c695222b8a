import wordmark from '@guilda/design/art/marca/guilda-claro.svg?inline';
import { Link } from 'react-router';
import * as styles from '../../../ui/layout/top-bar.module.css';

/**
 * The wordmark as a link to the home page. The image is inlined in the code, so that it is visible at the first paint.
 */
export function Logo() {
  return (
    <Link className={styles.logo} to="/" aria-label="Guilda, início">
      <img src={wordmark} alt="" width={121} height={34} />
    </Link>
  );
}
