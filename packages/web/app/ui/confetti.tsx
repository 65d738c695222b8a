import type { CSSProperties } from 'react';

const pigments = ['goiaba', 'limao', 'manga', 'hortela', 'anil', 'cal'];
const sizes = [8, 13, 18];
const diamond = 'polygon(50% 0, 100% 50%, 50% 100%, 0 50%)';

/** Which pieces are the house's own tile, where those are asked for: some that lie at the edges. */
const logoPieces = [0, 2, 16];

/** Scattered by whole steps, so that every piece is somewhere else and all of it is the same each time. */
const places = Array.from({ length: 26 }, (_, index): CSSProperties => {
  const size = sizes[index % sizes.length];
  return {
    left: `${(11 + 37 * index) % 98}%`,
    top: `${(7 + 53 * index) % 86}%`,
    width: size,
    height: size,
    transform: `rotate(${(47 * index) % 180}deg)`,
  };
});

const pieces = places.map(
  (place, index): CSSProperties => ({
    ...place,
    background: `var(--pig-${pigments[index % pigments.length]})`,
    ...(index % 2 === 0 ? { clipPath: diamond } : { borderRadius: '0 100% 0 0' }),
  }),
);

/** The product's tile, larger than the rest and nearly upright so that it is known. */
const logos = places.map(
  (place, index): CSSProperties => ({
    ...place,
    width: 38,
    height: 38,
    background: 'url(/art/marca/icone.svg) center / contain no-repeat',
    transform: `rotate(${((47 * index) % 60) - 30}deg)`,
  }),
);

/** Pieces of tiles falling over what it stands in for 3 s (`spec §9`). None with reduced motion. */
export function Confetti({ logo = false }: { logo?: boolean | undefined }) {
  return (
    <div className="conf" aria-hidden="true">
      {pieces.map((piece, index) => (
        <i
          key={`${piece.left} ${piece.top}`}
          style={logo && logoPieces.includes(index) ? logos[index] : piece}
        />
      ))}
    </div>
  );
}
