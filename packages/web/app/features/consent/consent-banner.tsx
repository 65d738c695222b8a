import { Link } from 'react-router';
import { setConsent } from '../../lib/session/consent.ts';
import { Button } from '../../ui/actions/button.tsx';
import * as styles from './consent-banner.module.css';

/** Sets a custom property to the banner's height, by which pages leave space at their end. */
function reserveBannerHeight(bannerStrip: HTMLElement): () => void {
  const { style } = document.documentElement;
  const updateHeight = () => style.setProperty('--consent-height', `${bannerStrip.offsetHeight}px`);
  const observer = new ResizeObserver(updateHeight);
  observer.observe(bannerStrip);
  return () => {
    observer.disconnect();
    style.removeProperty('--consent-height');
  };
}

/**
 * Asks for consent to analytics (`docs/product/privacy.md`): one sentence in one row at the bottom instead of a dialog,
 * because the page works the same with either answer. Both buttons look alike; the link leads to the privacy page,
 * which says what analytics records.
 */
export function ConsentBanner() {
  return (
    <section
      data-ui="consent"
      className={styles.banner}
      aria-labelledby="consente-titulo"
      ref={reserveBannerHeight}
    >
      <div className="container">
        <p className={styles.text}>
          <b id="consente-titulo">Podemos contar sua visita?</b>{' '}
          <Link className="link" to="/privacidade">
            Saiba mais
          </Link>
        </p>
        <div className={styles.buttons}>
          <Button onClick={() => setConsent('refused')}>Recusar</Button>
          <Button onClick={() => setConsent('accepted')}>Aceitar</Button>
        </div>
      </div>
    </section>
  );
}
