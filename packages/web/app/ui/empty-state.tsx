import clsx from 'clsx';
import type { ReactNode } from 'react';
import offline from './offline.svg?inline';

export type EmptyArt = 'chat' | 'feed' | 'vendas' | 'busca' | 'notificacoes' | 'offline' | '404';

/** The drawing of a lost connection comes with the code: where it shows, nothing can be fetched. */
const drawingOf = (art: EmptyArt) => (art === 'offline' ? offline : `/art/vazios/${art}.svg`);

interface EmptyStateProps {
  art: EmptyArt;
  title: string;
  /** One sentence that invites. */
  text?: ReactNode;
  /** At most one button or link. */
  action?: ReactNode;
  heading?: 'h1' | 'h2' | 'h3' | undefined;
  /** Without the panel behind the drawing. */
  loose?: boolean | undefined;
  className?: string | undefined;
}

/** What stands where a list has nothing: drawing, title, one sentence, at most one action. */
export function EmptyState(props: EmptyStateProps) {
  const { art, title, text, action, heading: Heading = 'h2', loose, className } = props;
  return (
    <section className={clsx('painel vazio', loose && 'solto', className)}>
      <div className="nicho">
        <img src={drawingOf(art)} alt="" width={228} height={171} />
      </div>
      <Heading className="d4">{title}</Heading>
      {text && <p className="pre">{text}</p>}
      {action}
    </section>
  );
}
