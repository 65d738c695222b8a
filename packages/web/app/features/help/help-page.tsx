import type { LegalPageValues } from '@guilda/contract/privacy/legal-pages';
import clsx from 'clsx';
import { Link, NavLink } from 'react-router';
import { useInstallation } from '../../lib/installation.ts';
import { InPageLink } from '../../ui/actions/in-page-link.tsx';
import { Main } from '../../ui/layout/main.tsx';
import * as styles from './help-page.module.css';
import type { HelpTopic } from './topics/topic.ts';
import { helpTopics } from './topics/topics.ts';

function HelpContact() {
  const { company } = useInstallation();
  return (
    <p className="secondary pretty">
      Não achou? Escreva para{' '}
      <a className="link" href={`mailto:${company.email}`}>
        {company.email}
      </a>
      . Se for sobre um pedido, diga o código da compra.
    </p>
  );
}

/** `/ajuda`: the topics with their questions. */
export function HelpPage() {
  return (
    <Main>
      <div className={clsx(styles.overview, 'container')}>
        <header className={styles.head}>
          <h1 className="display2">Ajuda</h1>
          <p className="textLg secondary pretty">Respostas curtas para o que mais perguntam.</p>
        </header>
        <div className={styles.topics}>
          {helpTopics.map(({ slug, title, questions }) => (
            <section key={slug} className="panel">
              <h2 className="display4">
                <Link to={`/ajuda/${slug}`}>{title}</Link>
              </h2>
              <ul>
                {questions.map(({ id, question }) => (
                  <li key={id}>
                    <Link to={`/ajuda/${slug}#${id}`}>{question}</Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        <HelpContact />
      </div>
    </Main>
  );
}

interface HelpTopicPageProps {
  topic: HelpTopic;
  rules: LegalPageValues;
}

/** `/ajuda/{topic}`: the questions of a topic with their answers. */
export function HelpTopicPage({ topic, rules }: HelpTopicPageProps) {
  return (
    <Main>
      <div className={clsx(styles.page, 'container')}>
        <header className={styles.head}>
          <nav className="textSm muted" aria-label="Trilha">
            <Link to="/ajuda">Ajuda</Link> / {topic.title}
          </nav>
          <h1 className="display2">{topic.title}</h1>
          <p className="textLg secondary pretty">{topic.introduction}</p>
        </header>
        <nav className={styles.menu} aria-label="Assuntos da ajuda">
          {helpTopics.map(({ slug, title }) => (
            <NavLink key={slug} to={`/ajuda/${slug}`}>
              {title}
            </NavLink>
          ))}
        </nav>
        <div className={styles.answers}>
          {topic.questions.map(({ id, question, Answer }) => (
            <section key={id} id={id} aria-labelledby={`${id}-t`} tabIndex={-1}>
              <h2 className="textXl" id={`${id}-t`}>
                <InPageLink targetId={id}>{question}</InPageLink>
              </h2>
              <Answer rules={rules} />
            </section>
          ))}
          <HelpContact />
        </div>
      </div>
    </Main>
  );
}
