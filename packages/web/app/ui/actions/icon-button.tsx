import clsx from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Link, type LinkProps } from 'react-router';
import { badgeCountText } from '../../lib/format/badge-count.ts';
import * as styles from './icon-button.module.css';

interface IconButtonOwnProps {
  /** Accessible name, also shown as the tooltip. */
  label: string;
  /** Variable part of the accessible name, such as a count; appended to the constant `label`. */
  note?: string | undefined;
  /** A lucide icon element with the class `icon`. */
  icon: ReactNode;
  tone?: 'plain' | 'live' | 'solid' | undefined;
  /** Number in a coloured mark at the corner; repeat the number in `note` for screen readers. Zero hides the mark. */
  count?: number | undefined;
  /** Preferred side of the tooltip; `none` for icons that need no tooltip, such as a closing ×. */
  tip?: 'top' | 'bottom' | 'none' | undefined;
  className?: string | undefined;
}

type IconButtonElementProps = IconButtonOwnProps & { asLink?: false } & Omit<
    ComponentProps<'button'>,
    'className' | 'children'
  >;
type IconLinkProps = IconButtonOwnProps & { asLink: true } & Omit<
    LinkProps,
    'className' | 'children'
  >;
export type IconButtonProps = IconButtonElementProps | IconLinkProps;

const toneClasses = { plain: '', live: styles.live, solid: styles.toned };

function IconButtonContent({
  icon,
  count = 0,
  note,
  noteId,
}: Pick<IconButtonOwnProps, 'icon' | 'count' | 'note'> & { noteId: string }) {
  return (
    <>
      {icon}
      {note && (
        <span id={noteId} hidden>
          {note}
        </span>
      )}
      {count > 0 && <span className={clsx(styles.count, 'numeric')}>{badgeCountText(count)}</span>}
    </>
  );
}

/**
 * A 44 px button with a single icon, an accessible name and a tooltip; with `asLink` it is a link and requires `to`.
 */
export function IconButton(props: IconButtonProps) {
  const { label, note, icon, tone = 'plain', count, tip = 'bottom', className, ...rest } = props;
  const noteId = useId();
  const sharedProps = {
    'aria-label': label,
    ...(note ? { 'aria-describedby': noteId } : {}),
    'data-tip': tip === 'none' ? undefined : note ? `${label}, ${note}` : label,
    'data-tip-side': tip,
    'data-ui': 'icon-button',
    className: clsx(styles.iconButton, toneClasses[tone], className),
  };
  const content = <IconButtonContent {...{ icon, count, note, noteId }} />;
  if (rest.asLink) {
    const { asLink: _, ...link } = rest;
    return (
      <Link {...link} {...sharedProps}>
        {content}
      </Link>
    );
  }
  const { asLink: _, ...button } = rest;
  return (
    <button type="button" {...button} {...sharedProps}>
      {content}
    </button>
  );
}
