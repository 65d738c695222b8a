import clsx from 'clsx';
import { Link } from 'react-router';
import * as styles from './category-tile.module.css';

/** The tile after those of the categories: a link to all services. */
export function AllServicesTile() {
  return (
    <Link to="/search/services" data-ui="tile" className={clsx(styles.tile, styles.all)}>
      <span>Todos os serviços</span>
    </Link>
  );
}
