import { type Badge, badgeTooltips } from '@guilda/contract/badges';
import clsx from 'clsx';
import * as styles from './badge-list.module.css';

interface BadgeListProps {
  badges: readonly Badge[];
  /** `inline` beside names: 18 px, at most three. `large` in the profile: 28 px, all, each focusable. */
  size?: 'inline' | 'large' | undefined;
  /** Inside a link, whose focus shows the tooltip, badges are not in the tab order. */
  inLink?: boolean | undefined;
  className?: string | undefined;
}

const MAX_INLINE_BADGES = 3;

function BadgePicture({ badge, pixels }: { badge: Badge; pixels: number }) {
  return <img src={`/art/selos/${badge}.svg`} alt="" width={pixels} height={pixels} />;
}

/** All of a profile's, each with its own words. */
function LargeBadges({ badges, className }: Pick<BadgeListProps, 'badges' | 'className'>) {
  return (
    <span data-ui="badges" className={clsx(styles.badges, styles.large, className)}>
      {badges.map((badge) => (
        <span
          key={badge}
          data-tip={badgeTooltips[badge]}
          role="img"
          aria-label={badgeTooltips[badge]}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip is for the keyboard too
          tabIndex={0}
        >
          <BadgePicture badge={badge} pixels={28} />
        </span>
      ))}
    </span>
  );
}

/**
 * A person's badges with their tooltips: one tooltip for each badge under the pointer or a finger, one for
 * all badges beside a name by keyboard.
 */
export function BadgeList({ badges, size = 'inline', inLink = false, className }: BadgeListProps) {
  if (badges.length === 0) return null;
  if (size === 'large') return <LargeBadges badges={badges} className={className} />;
  const shown = badges.slice(0, MAX_INLINE_BADGES);
  const words = shown.map((badge) => badgeTooltips[badge]).join(', ');
  return (
    <span
      data-ui="badges"
      className={clsx(styles.badges, className)}
      data-tip={words}
      role="img"
      aria-label={words}
      tabIndex={inLink ? undefined : 0}
    >
      {shown.map((badge) => (
        <span key={badge} data-tip={badgeTooltips[badge]}>
          <BadgePicture badge={badge} pixels={18} />
        </span>
      ))}
    </span>
  );
}
