import type { SubjectKind } from '@guilda/contract/moderation/moderation';
import type { AuditLogEntry } from '@guilda/contract/moderation/moderation-case';
import ListFilter from 'lucide-react/icons/list-filter';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { Link } from 'react-router';
import { fullDateTimeText } from '../../../lib/format/date-text.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { casePath, subjectPath } from '../model/admin-address.ts';
import { loggedSubjectText, loggedText } from '../model/words.ts';
import * as styles from './log.module.css';
import type { LogFilter } from './use-log.ts';

/**
 * The subject of a log entry on which an administrator can act from the log, even when the subject's page no longer
 * exists.
 */
export interface LoggedSubject {
  readonly kind: SubjectKind;
  readonly id: string;
}

interface LogLineProps {
  entry: AuditLogEntry;
  searchOf: (filter: LogFilter) => string;
  onModerate: (subject: LoggedSubject) => void;
}

const moderatedKinds: readonly SubjectKind[] = ['user', 'service', 'post', 'comment', 'review'];

function loggedSubjectOf({ kind, id }: AuditLogEntry['subject']): LoggedSubject | undefined {
  const moderatedKind = moderatedKinds.find((each) => each === kind);
  return moderatedKind && { kind: moderatedKind, id };
}

function ActionSubject({ subject }: Pick<AuditLogEntry, 'subject'>) {
  const { kind, label, path } = subject;
  const to = path ?? subjectPath(subject);
  const labelElement = <bdi className="breakWords">{label}</bdi>;
  return (
    <>
      <span className="muted">{`${loggedSubjectText(kind).toLowerCase()} `}</span>
      {to ? (
        <Link className="link" to={to}>
          {labelElement}
        </Link>
      ) : (
        labelElement
      )}
    </>
  );
}

/** One entry of the log: time, administrator, action, subject, reason and case. */
export function LogLine({ entry, searchOf, onModerate }: LogLineProps) {
  const { actor, subject, reason, caseCode, caseId, at } = entry;
  const loggedSubject = loggedSubjectOf(subject);
  return (
    <li>
      <time className="numeric muted" dateTime={at}>
        {fullDateTimeText(new Date(at))}
      </time>
      <div className="grow">
        <p className="breakWords">
          {actor ? (
            <Link
              className="bold"
              to={{ search: searchOf({ actor: actor.uid, subject: undefined }) }}
            >
              <bdi>{actor.name}</bdi>
            </Link>
          ) : (
            <span className="bold">A Guilda, sozinha</span>
          )}{' '}
          {loggedText(entry.action).toLowerCase()} <ActionSubject subject={subject} />
        </p>
        <p className="textSm secondary breakWords">{reason}</p>
      </div>
      {caseCode && caseId && caseId !== subject.id && (
        <Link className="link numeric" to={casePath(caseId)}>
          <span className="srOnly">Caso </span>
          {caseCode}
        </Link>
      )}
      <span className={styles.buttons}>
        {loggedSubject && (
          <IconButton
            label="Moderar"
            tip="top"
            onClick={() => onModerate(loggedSubject)}
            icon={<ShieldCheck className="icon" aria-hidden="true" />}
          />
        )}
        <IconButton
          asLink
          label="Só sobre isto"
          tip="top"
          to={{ search: searchOf({ actor: undefined, subject: subject.id }) }}
          icon={<ListFilter className="icon" aria-hidden="true" />}
        />
      </span>
    </li>
  );
}
