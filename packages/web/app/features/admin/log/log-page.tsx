import type { AuditLogEntry } from '@guilda/contract/moderation/moderation-case';
import clsx from 'clsx';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { listTailOf } from '../../../lib/data/list-tail-of.ts';
import { Chip } from '../../../ui/actions/chip.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { ListTail } from '../../../ui/feedback/list-tail.tsx';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import { ModerateDialog } from '../actions/moderate-dialog.tsx';
import * as layout from '../admin.module.css';
import { LinesSkeleton } from '../admin-skeleton.tsx';
import { loggedSubjectText } from '../model/words.ts';
import * as styles from './log.module.css';
import { type LoggedSubject, LogLine } from './log-line.tsx';
import { type LogFilter, useLog } from './use-log.ts';

function filterSearch({ actor, subject }: LogFilter): string {
  const params = new URLSearchParams({ aba: 'registro' });
  if (actor) params.set('quem', actor);
  if (subject) params.set('sobre', subject);
  return `?${params}`;
}

interface ActiveFiltersProps {
  filter: LogFilter;
  actions: readonly AuditLogEntry[];
}

/** The active filters of the log, each with a button that removes the filter. */
function ActiveFilters({ filter, actions }: ActiveFiltersProps) {
  const { actor, subject } = filter;
  if (!actor && !subject) return null;
  const actorName = actions.find((each) => each.actor?.uid === actor)?.actor?.name;
  const subjectLabel = actions.find((each) => each.subject.id === subject)?.subject.label;
  const icon = <X className="icon" aria-hidden="true" />;
  return (
    <nav className={clsx(layout.chips, 'row gap1')} aria-label="Filtros do registro">
      {actor && (
        <Chip
          asLink
          pressed
          icon={icon}
          to={{ search: filterSearch({ actor: undefined, subject }) }}
        >
          <span className="srOnly">Tirar filtro: </span>
          <bdi className="truncate">{`Por ${actorName ?? 'uma pessoa'}`}</bdi>
        </Chip>
      )}
      {subject && (
        <Chip
          asLink
          pressed
          icon={icon}
          to={{ search: filterSearch({ actor, subject: undefined }) }}
        >
          <span className="srOnly">Tirar filtro: </span>
          <bdi className="truncate">{`Sobre ${subjectLabel ?? 'um item'}`}</bdi>
        </Chip>
      )}
    </nav>
  );
}

function EmptyLog({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState
      art="notificacoes"
      wide
      title={filtered ? 'Nada com este filtro' : 'O registro está vazio'}
      text={
        filtered
          ? 'A equipe ainda não fez nada que caiba aqui.'
          : 'Tudo o que a equipe decidir fica escrito aqui, para sempre.'
      }
      action={
        filtered && (
          <Link className="link" to="?aba=registro">
            Ver o registro inteiro
          </Link>
        )
      }
    />
  );
}

interface LogLinesProps {
  actions: readonly AuditLogEntry[];
}

/** The entries of the log, and the dialog to moderate the subject of an entry. */
function LogLines({ actions }: LogLinesProps) {
  const [open, setOpen] = useState(false);
  const [subject, setSubject] = useState<LoggedSubject>();
  const moderate = (chosenSubject: LoggedSubject) => {
    setSubject(chosenSubject);
    setOpen(true);
  };
  return (
    <>
      <ol className={clsx(styles.entries, 'panel plain')}>
        {actions.map((action) => (
          <LogLine key={action.id} entry={action} searchOf={filterSearch} onModerate={moderate} />
        ))}
      </ol>
      {subject && (
        <ModerateDialog
          key={subject.id}
          open={open}
          onOpenChange={setOpen}
          subjectRef={subject}
          title={`Moderar ${loggedSubjectText(subject.kind).toLowerCase()}`}
        />
      )}
    </>
  );
}

/** The append-only log of the team's actions. */
export function LogPage() {
  const [params] = useSearchParams();
  const filter = {
    actor: params.get('quem') ?? undefined,
    subject: params.get('sobre') ?? undefined,
  };
  const log = useLog(filter);
  const actions = log.data?.pages.flatMap((page) => page.actions);
  if (!actions) {
    if (!log.error) return <LinesSkeleton label="Carregando registro" />;
    return (
      <ErrorState
        reason={messageOfError(log.error)}
        retrying={log.isFetching}
        onRetry={() => void log.refetch()}
      />
    );
  }
  return (
    <section className="column" aria-label="Registro">
      <ActiveFilters filter={filter} actions={actions} />
      {actions.length === 0 ? (
        <EmptyLog filtered={Boolean(filter.actor || filter.subject)} />
      ) : (
        <LogLines actions={actions} />
      )}
      <ListTail list={listTailOf(log)} />
    </section>
  );
}
