import { type Badge, badgeTooltips } from '@guilda/contract/accounts/badges';
import clsx from 'clsx';
import { badgeURL } from '../../../ui/display/art-url.ts';
import * as styles from './badge-list.module.css';

interface BadgeListProps {
  badges: readonly Badge[];
  /**
   * `inline` beside names: 18 px, the first badge and the number of others. `large` on profiles: 28 px, all badges,
   * each focusable.
   */
  size?: 'inline' | 'large' | undefined;
  /**
   * Whether the badges are inside a link. They are then not focusable, because focusing the link shows their tooltip.
   */
  inLink?: boolean | undefined;
  className?: string | undefined;
}

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
 * A person's badges. Beside a name only one badge is shown, so that the name has enough space; its tooltip (on hover,
 * touch and keyboard focus) lists all badges.
 */
export function BadgeList({ badges, size = 'inline', inLink = false, className }: BadgeListProps) {
  if (size === 'large' && badges.length > 0)
    return <LargeBadges badges={badges} className={className} />;
  const [first, ...rest] = badges;
  if (!first) return null;
  const tooltipText = badges.map((badge) => badgeTooltips[badge]).join(', ');
  return (
    <span
      data-ui="badges"
      className={clsx(styles.badges, className)}
      data-tip={tooltipText}
      role="img"
      aria-label={tooltipText}
      tabIndex={inLink ? undefined : 0}
    >
      <BadgePicture badge={first} pixels={18} />
      {rest.length > 0 && <span className={styles.more}>+{rest.length}</span>}
    </span>
  );
}
