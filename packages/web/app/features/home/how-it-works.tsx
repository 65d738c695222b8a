import clsx from 'clsx';
import * as styles from './how-it-works.module.css';

const howItWorksSteps = [
  {
    title: 'Escolha a ficha',
    text: 'Cada serviço mostra o preço, a nota e quem vende.',
  },
  {
    title: 'Destaque o canhoto',
    text: 'O pagamento gera um código de compra. É ele que vale no atendimento e no suporte.',
  },
  {
    title: 'Sente à mesa',
    text: 'Quem vende inicia o atendimento. No fim, você conta como foi.',
  },
] as const;

/** Explains in three steps how to buy a service. */
export function HowItWorks() {
  return (
    <section className={clsx(styles.steps, 'section onlyVisitors')}>
      <h2 className="display2">Como uma ficha vira jogo</h2>
      <ol>
        {howItWorksSteps.map(({ title, text }, index) => (
          <li key={title}>
            <span className="numeric" aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h3 className="textXl">{title}</h3>
              <p className="secondary pretty">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
