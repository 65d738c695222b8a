import { type Category, categoryImage } from '@guilda/contract/services/categories';
import clsx from 'clsx';
import { Link } from 'react-router';
import { artURL } from '../../../ui/display/art-url.ts';
import * as styles from './category-band.module.css';

/** Rotation of each tile of the band, in degrees; the first tile is large and upright. */
const tileRotations = [
  { id: 'a', degrees: 0 },
  { id: 'b', degrees: 90 },
  { id: 'c', degrees: 180 },
  { id: 'd', degrees: 0 },
  { id: 'e', degrees: 270 },
  { id: 'f', degrees: 0 },
  { id: 'g', degrees: 270 },
  { id: 'h', degrees: 90 },
  { id: 'i', degrees: 180 },
] as const;

/** The head of a category's page: its name and tagline beside a band of tiles with the category's picture. */
export function CategoryBand({ category, tagline }: { category: Category; tagline: string }) {
  return (
    <section className={clsx(styles.band, 'onDark')}>
      <div className={styles.frame}>
        <div className={styles.title}>
          <nav className="textSm muted" aria-label="Trilha">
            <Link to="/">Início</Link> / Categorias
          </nav>
          <h1 className="display1">{category.label}</h1>
          <p className="secondary pretty">{tagline}</p>
        </div>
        <div className={styles.tiles} aria-hidden="true">
          {tileRotations.map(({ id, degrees }) => (
            <img
              key={id}
              src={artURL(categoryImage(category.slug))}
              alt=""
              width={240}
              height={240}
              fetchPriority="low"
              style={{ transform: `rotate(${degrees}deg)` }}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
