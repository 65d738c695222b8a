import clsx from 'clsx';
import type { ReactNode } from 'react';
import * as styles from './empty-state.module.css';
import offline from './offline.svg?inline';

export type EmptyStateArt =
  | 'chat'
  | 'feed'
  | 'vendas'
  | 'busca'
  | 'notificacoes'
  | 'offline'
  | '404';

/** URL of a drawing. The drawing `offline` is inlined in the code, because without a network it could not be loaded. */
const drawingUrlOf = (art: EmptyStateArt) =>
  art === 'offline' ? offline : `/art/vazios/${art}.svg`;

interface EmptyStateProps {
  art: EmptyStateArt;
  title: string;
  /** A sentence that suggests what to do. */
  text?: ReactNode;
  /** One button or link. */
  action?: ReactNode;
  heading?: 'h1' | 'h2' | 'h3' | undefined;
  /** Whether the panel behind the drawing is omitted. */
  loose?: boolean | undefined;
  /** Whether the drawing is beside the text on wide screens. */
  wide?: boolean | undefined;
  /** Whether the content is centred and at most 30 rem wide. */
  narrow?: boolean | undefined;
  className?: string | undefined;
}

/** Shown in place of an empty list: a drawing, a title, a sentence and at most one action. */
export function EmptyState(props: EmptyStateProps) {
  const {
    art,
    title,
    text,
    action,
    heading: Heading = 'h2',
    loose,
    wide,
    narrow,
    className,
  } = props;
  return (
    <section
      data-ui="empty"
      className={clsx(
        styles.empty,
        'panel',
        loose && styles.bare,
        wide && styles.wide,
        narrow && styles.narrow,
        className,
      )}
    >
      <div className={styles.art} data-ui="art">
        <img src={drawingUrlOf(art)} alt="" width={228} height={171} />
      </div>
      <Heading className="display4">{title}</Heading>
      {text && <p className="pretty">{text}</p>}
      {action}
    </section>
  );
}
