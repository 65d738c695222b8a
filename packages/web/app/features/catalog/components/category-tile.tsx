import clsx from 'clsx';
import { Link } from 'react-router';

interface CategoryTileProps {
  slug: string;
  /** The label without the emoji: the art stands in for it. */
  label: string;
  /** Address of the tile's drawing. */
  image: string;
  /** Blurred under an `18+` plate. */
  adult?: boolean | undefined;
  /** Does not turn on hover. */
  still?: boolean | undefined;
}

/** One tile of the category wall (ladrilho); tiles always touch. */
export function CategoryTile({ slug, label, image, adult, still }: CategoryTileProps) {
  return (
    <Link to={`/category/${slug}`} className={clsx('ladrilho', adult && 'trava', still && 'fixo')}>
      {/* Low priority keeps 19 preloads out of the head, ahead of fonts and styles. */}
      <img src={image} alt="" width={192} height={192} fetchPriority="low" decoding="async" />
      <span>{adult ? `${label} (+18)` : label}</span>
    </Link>
  );
}
