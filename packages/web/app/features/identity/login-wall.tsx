import { categoryImage } from '@guilda/contract/categories';
import type { CSSProperties } from 'react';

const tiles = [
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

/** The wall fills its last row with tiles turned another way. */
const again = [
  { slug: 'music', turn: '90deg' },
  { slug: 'minecraft', turn: '0deg' },
] as const;

function Tile({ slug, turn }: { slug: (typeof tiles)[number]; turn?: string }) {
  return (
    <img
      src={categoryImage(slug)}
      alt=""
      width={200}
      height={200}
      fetchPriority="low"
      decoding="async"
      style={turn ? ({ '--r': turn } as CSSProperties) : undefined}
    />
  );
}

/** The wall of tiles beside the sign-in. */
export function LoginWall() {
  return (
    <div className="login-b" aria-hidden="true">
      {tiles.map((slug) => (
        <Tile key={slug} slug={slug} />
      ))}
      {again.map(({ slug, turn }) => (
        <Tile key={turn} slug={slug} turn={turn} />
      ))}
    </div>
  );
}
