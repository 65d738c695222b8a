import { type Badge, badgeTooltips } from '@guilda/contract/badges';
import clsx from 'clsx';
import { badgeURL } from '../../../ui/display/art-url.ts';
import * as styles from './badge-list.module.css';

interface BadgeListProps {
  badges: readonly Badge[];
  /** `inline` beside names: 18 px, at most three. `large` on profiles: 28 px, all badges, each focusable. */
  size?: 'inline' | 'large' | undefined;
  /**
   * Whether the badges are inside a link. They are then not focusable, because focusing the link shows their tooltip.
   */
  inLink?: boolean | undefined;
  className?: string | undefined;
}

const MAX_INLINE_BADGES = 3;

function BadgePicture({ badge, pixels }: { badge: Badge; pixels: number }) {
  return <img src={badgeURL(badge)} alt="" width={pixels} height={pixels} fetchPriority="low" />;
}

/** All badges of a profile, each with its own tooltip. */
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
 * A person's badges. Each badge shows its own tooltip on hover and touch; beside a name, keyboard focus shows one
 * tooltip for all badges.
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
