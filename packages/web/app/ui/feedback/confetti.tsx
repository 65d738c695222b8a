import clsx from 'clsx';
import type { CSSProperties } from 'react';
import * as styles from './confetti.module.css';

const pieceColors = ['goiaba', 'limao', 'manga', 'hortela', 'anil', 'cal'];
const pieceSizes = [8, 13, 18];
const diamondClipPath = 'polygon(50% 0, 100% 50%, 50% 100%, 0 50%)';

/** Indexes of the pieces that show the brand's tile when `logo` is set; some of them fall near the edges. */
const logoPieceIndexes = [0, 2, 16];

/** Positions calculated from the index, without random numbers, so that server and browser render the same. */
const piecePositions = Array.from({ length: 26 }, (_, index): CSSProperties => {
  const size = pieceSizes[index % pieceSizes.length];
  return {
    left: `${(11 + 37 * index) % 98}%`,
    top: `${(7 + 53 * index) % 86}%`,
    width: size,
    height: size,
    transform: `rotate(${(47 * index) % 180}deg)`,
  };
});

const pieceStyles = piecePositions.map(
  (position, index): CSSProperties => ({
    ...position,
    background: `var(--pig-${pieceColors[index % pieceColors.length]})`,
    ...(index % 2 === 0 ? { clipPath: diamondClipPath } : { borderRadius: '0 100% 0 0' }),
  }),
);

/** Styles of the pieces that show the brand's tile: larger than the other pieces and nearly upright. */
const logoStyles = piecePositions.map(
  (position, index): CSSProperties => ({
    ...position,
    width: 38,
    height: 38,
    background: 'url(/art/marca/icone.svg) center / contain no-repeat',
    transform: `rotate(${((47 * index) % 60) - 30}deg)`,
  }),
);

/** Pieces of tiles that fall over their container for 3 s. Nothing with reduced motion. */
export function Confetti({
  logo = false,
  className,
}: {
  /** Whether some of the pieces show the brand's tile. */
  logo?: boolean | undefined;
  className?: string | undefined;
}) {
  return (
    <div className={clsx(styles.confetti, className)} data-testid="confetti" aria-hidden="true">
      {pieceStyles.map((piece, index) => (
        <i
          key={`${piece.left} ${piece.top}`}
          style={logo && logoPieceIndexes.includes(index) ? logoStyles[index] : piece}
        />
      ))}
    </div>
  );
}
