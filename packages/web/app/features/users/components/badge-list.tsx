import { type Badge, badgeTooltips } from '@guilda/contract/badges';
import clsx from 'clsx';

interface BadgeListProps {
  badges: readonly Badge[];
  /** `inline` beside names: 18 px, at most three. `large` in the profile: 28 px, all, focusable. */
  size?: 'inline' | 'large' | undefined;
  className?: string | undefined;
}

const INLINE_MAX = 3;

/** A person's badges with their tooltips (`spec §3`). */
export function BadgeList({ badges, size = 'inline', className }: BadgeListProps) {
  const large = size === 'large';
  const shown = large ? badges : badges.slice(0, INLINE_MAX);
  if (shown.length === 0) return null;
  const pixels = large ? 28 : 18;
  return (
    <span className={clsx('selos', large && 'g', className)}>
      {shown.map((badge) => (
        <span
          key={badge}
          className="selo"
          data-tip={badgeTooltips[badge]}
          role="img"
          aria-label={badgeTooltips[badge]}
          tabIndex={large ? 0 : undefined}
        >
          <img src={`/art/selos/${badge}.svg`} alt="" width={pixels} height={pixels} />
        </span>
      ))}
    </span>
  );
}
