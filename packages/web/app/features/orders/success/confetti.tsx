import type { CSSProperties } from 'react';

const pigments = ['goiaba', 'limao', 'manga', 'hortela', 'anil', 'cal'];
const sizes = [8, 13, 18];
const diamond = 'polygon(50% 0, 100% 50%, 50% 100%, 0 50%)';

/** Scattered by whole steps, so that every piece is somewhere else and all of it is the same each time. */
const pieces = Array.from({ length: 26 }, (_, index): CSSProperties => {
  const size = sizes[index % sizes.length];
  return {
    left: `${(11 + 37 * index) % 98}%`,
    top: `${(7 + 53 * index) % 86}%`,
    width: size,
    height: size,
    background: `var(--pig-${pigments[index % pigments.length]})`,
    transform: `rotate(${(47 * index) % 180}deg)`,
    ...(index % 2 === 0 ? { clipPath: diamond } : { borderRadius: '0 100% 0 0' }),
  };
});

/** Pieces of tiles falling over the page for 3 s (`spec §9`). None with reduced motion. */
export function Confetti() {
  return (
    <div className="conf" aria-hidden="true">
      {pieces.map((style) => (
        <i key={`${style.left} ${style.top}`} style={style} />
      ))}
    </div>
  );
}
