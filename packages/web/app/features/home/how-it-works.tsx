import clsx from 'clsx';
import { durationInHoursText } from '../../lib/format/duration-text.ts';
import { useInstallation } from '../../lib/installation.ts';
import { Button } from '../../ui/actions/button.tsx';
import * as styles from './how-it-works.module.css';

/** The three steps of a purchase; `startHours` is the number of hours after which an unstarted order is refunded. */
const howItWorksSteps = (startHours: number) =>
  [
    {
      title: 'Escolha',
      text: 'Cada serviço mostra o preço, a nota e quem vende. Dá para conversar antes de pagar.',
    },
    {
      title: 'Pague com segurança',
      text: `O dinheiro fica guardado com a Guilda. Se o atendimento não começar em ${durationInHoursText(startHours)}, volta inteiro para você.`,
    },
    {
      title: 'Jogue e avalie',
      text: 'Quem vende inicia o atendimento e vocês combinam na conversa. No fim, você diz como foi.',
    },
  ] as const;

/** Explains in three steps how to buy a service, and leads sellers to their own page. */
export function HowItWorks() {
  const { startHours, feePercent } = useInstallation();
  return (
    <section className="section onlyVisitors">
      <h2 className="display3">Como funciona</h2>
      <ol className={styles.steps}>
        {howItWorksSteps(startHours).map(({ title, text }, index) => (
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
      <div className={clsx(styles.sell, 'panel')}>
        <p className="pretty">
          <b className="bold">Joga bem, desenha ou faz boa companhia?</b> Publicar não custa nada. A
          taxa é de {feePercent}% e só existe quando você vende.
        </p>
        <Button asLink to="/vender">
          Quero vender
        </Button>
      </div>
    </section>
  );
}
