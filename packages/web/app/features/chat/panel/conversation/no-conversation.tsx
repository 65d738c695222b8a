import clsx from 'clsx';
import * as empty from '../../../../ui/feedback/empty-state.module.css';
import * as styles from './conversation.module.css';
/** Placeholder while no conversation is open. */
export function NoConversation() {
  return (
    <section className={clsx(styles.conversation, styles.none)} data-ui="conversation">
      <div className={`${empty.empty} ${empty.bare} ${styles.nothing}`}>
        <div className={empty.art} data-ui="art">
          <img src="/art/vazios/chat.svg" alt="" width={228} height={171} />
        </div>
        <p className="textLg">Selecione um usuário para começar o chat.</p>
      </div>
    </section>
  );
}
