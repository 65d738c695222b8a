import { categoryImage } from '@guilda/contract/services/categories';
import type { CSSProperties } from 'react';
import { artURL } from '../../ui/display/art-url.ts';
import * as styles from './login-page.module.css';

const tileCategories = [
  'music',
  'valorant',
  'drawing',
  'league-of-legends',
  'pubg',
  'minecraft',
  'e-chat',
  'teamfight-tactics',
  'starcraft',
  'movies',
  'overwatch',
  'dota',
  'osu',
  'csgo',
  'fortnite',
  'call-of-duty',
  'apex-legends',
  'outros',
] as const;

/** Copies of two tiles, the first one rotated, that fill the last row of the grid. */
const tileRotations = [
  { slug: 'music', rotation: '90deg' },
  { slug: 'minecraft', rotation: '0deg' },
] as const;

function CategoryTileImage({
  slug,
  rotation,
}: {
  slug: (typeof tileCategories)[number];
  rotation?: string;
}) {
  return (
    <img
      src={artURL(categoryImage(slug))}
      alt=""
      width={200}
      height={200}
      fetchPriority="low"
      decoding="async"
      style={rotation ? ({ '--rotation': rotation } as CSSProperties) : undefined}
    />
  );
}

/** Decorative grid of category tiles beside the sign-in form. */
export function LoginTiles() {
  return (
    <div className={styles.wall} aria-hidden="true">
      {tileCategories.map((slug) => (
        <CategoryTileImage key={slug} slug={slug} />
      ))}
      {tileRotations.map(({ slug, rotation }) => (
        <CategoryTileImage key={rotation} slug={slug} rotation={rotation} />
      ))}
    </div>
  );
}
