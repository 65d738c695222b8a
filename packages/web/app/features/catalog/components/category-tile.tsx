import clsx from 'clsx';
import { Link } from 'react-router';
import { artURL } from '../../../ui/display/art-url.ts';
import * as styles from './category-tile.module.css';

interface CategoryTileProps {
  slug: string;
  /** The category's label without its emoji, because the picture replaces it. */
  label: string;
  /** Name of the category's colour, which fills the tile until the picture is loaded. */
  color?: string | undefined;
  /** URL of the tile's picture. */
  image: string;
  /** Whether the picture is blurred and marked `18+`. */
  adult?: boolean | undefined;
  /** Whether the tile does not turn on hover. */
  still?: boolean | undefined;
}

/** The tile of a category: its picture and name, linked to its page. Adjacent tiles have no gap. */
export function CategoryTile({ slug, label, color, image, adult, still }: CategoryTileProps) {
  return (
    <Link
      to={`/category/${slug}`}
      data-ui="tile"
      className={clsx(styles.tile, adult && styles.locked, still && styles.still)}
      style={color ? { backgroundColor: `var(--pig-${color})` } : undefined}
    >
      {/* Low priority, because React would otherwise preload the pictures of all tiles before fonts and styles. */}
      <img
        src={artURL(image)}
        alt=""
        width={192}
        height={192}
        fetchPriority="low"
        decoding="async"
      />
      <span>{adult ? `${label} (+18)` : label}</span>
    </Link>
  );
}
