import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

interface Own {
  /** Accessible name, also shown as the tooltip. */
  label: string;
  /** A lucide icon element with class `i`. */
  icon: ReactNode;
  tone?: 'plain' | 'live' | 'solid' | undefined;
  /** Shown in goiaba at the corner; say it in `label` too. Zero hides it. */
  count?: number | undefined;
  /** Which side the tooltip prefers; `none` where the icon needs no words, such as a closing ×. */
  tip?: 'top' | 'bottom' | 'none' | undefined;
  className?: string | undefined;
}

type AsButton = Own & { asLink?: false } & Omit<ComponentProps<'button'>, 'className' | 'children'>;
type AsLink = Own & { asLink: true } & Omit<LinkProps, 'className' | 'children'>;
export type IconButtonProps = AsButton | AsLink;

const tones = { plain: '', live: 'viva', solid: 'tom' };

function Inside({ icon, count = 0 }: Pick<Own, 'icon' | 'count'>) {
  return (
    <>
      {icon}
      {count > 0 && <span className="conta num">{count > 99 ? '99+' : count}</span>}
    </>
  );
}

/** A 44 px button of one icon, with accessible name and tooltip; with `asLink` it takes `to`. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, tone = 'plain', count, tip = 'bottom', className, ...rest } = props;
  const shared = {
    'aria-label': label,
    'data-tip': tip === 'none' ? undefined : label,
    'data-tip-side': tip,
    className: clsx('ib', tones[tone], className),
  };
  const inside = <Inside icon={icon} count={count} />;
  if (rest.asLink) {
    const { asLink: _, ...link } = rest;
    return (
      <Link {...link} {...shared}>
        {inside}
      </Link>
    );
  }
  const { asLink: _, ...button } = rest;
  return (
    <button type="button" {...button} {...shared}>
      {inside}
    </button>
  );
}
