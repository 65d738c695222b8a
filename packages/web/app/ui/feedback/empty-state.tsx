import clsx from 'clsx';
import type { ReactNode } from 'react';
import * as styles from './empty-state.module.css';
import offline from './offline.svg?inline';

export type EmptyArt = 'chat' | 'feed' | 'vendas' | 'busca' | 'notificacoes' | 'offline' | '404';

/** The drawing of a lost connection comes with the code: where it shows, nothing can be fetched. */
const drawingUrlOf = (art: EmptyArt) => (art === 'offline' ? offline : `/art/vazios/${art}.svg`);

interface EmptyStateProps {
  art: EmptyArt;
  title: string;
  /** One sentence that invites to do something. */
  text?: ReactNode;
  /** At most one button or link. */
  action?: ReactNode;
  heading?: 'h1' | 'h2' | 'h3' | undefined;
  /** Leaves out the panel behind the drawing. */
  loose?: boolean | undefined;
  /** Whether the drawing stands beside the text on wide screens. */
  wide?: boolean | undefined;
  /** At most 30 rem wide, in the middle. */
  narrow?: boolean | undefined;
  className?: string | undefined;
}

/** Content of an empty list: drawing, title, one sentence, at most one action. */
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
