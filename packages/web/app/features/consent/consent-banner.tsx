import { Link } from 'react-router';
import { answerConsent } from '../../lib/consent.ts';
import { Button } from '../../ui/button.tsx';

/** Tells styles how much of the page's foot is taken, so that nothing stays underneath. */
function takeRoom(strip: HTMLElement): () => void {
  const { style } = document.documentElement;
  const measure = () => style.setProperty('--consentimento', `${strip.offsetHeight}px`);
  const observer = new ResizeObserver(measure);
  observer.observe(strip);
  return () => {
    observer.disconnect();
    style.removeProperty('--consentimento');
  };
}

/**
 * Asks whether visits may be counted (LGPD, `product §10`): a strip at the foot, no dialog, for the page
 * works the same with either answer. Both buttons look alike.
 */
export function ConsentBanner() {
  return (
    <section className="consente" aria-labelledby="consente-titulo" ref={takeRoom}>
      <div className="wrap">
        <div className="consente-t">
          <h2 className="b" id="consente-titulo">
            Podemos contar sua visita?
          </h2>
          <p className="t-sm dim pre">
            Páginas abertas e o que demora, sem seu nome nem sua conta. Os números podem ir também
            ao Google Analytics. Tudo funciona igual se você recusar.{' '}
            <Link className="link" to="/privacidade">
              Saiba mais
            </Link>
          </p>
        </div>
        <div className="consente-b">
          <Button onClick={() => answerConsent('refused')}>Recusar</Button>
          <Button onClick={() => answerConsent('accepted')}>Aceitar</Button>
        </div>
      </div>
    </section>
  );
}
