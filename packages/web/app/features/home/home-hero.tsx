import type { Service } from '@guilda/contract/services/catalog';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { Link } from 'react-router';
import { useCallsOffered } from '../../lib/calls-offered.ts';
import { browserClient } from '../../lib/data/page-data.ts';
import { numberText } from '../../lib/format/count-text.ts';
import { durationInHoursText } from '../../lib/format/duration-text.ts';
import { useInstallation } from '../../lib/installation.ts';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ServiceCard } from '../catalog/index.ts';
import * as styles from './home-hero.module.css';

/** A smaller number of people online is not shown, because it would discourage visitors. */
const MIN_ONLINE_SHOWN = 10;

/** Interval in ms at which a visitor's visible page requests the number of people online. */
const ONLINE_POLL_MS = 60_000;

/**
 * Number of people online, for visitors, who have no socket. `loadedCount` is the number with which the page was
 * loaded; newer numbers are requested.
 */
function useOnlineCount(loadedCount: number): number {
  const isVisitor = useSession(({ ready, user }) => ready && user === null);
  return useQuery({
    queryKey: ['online-count', loadedCount],
    queryFn: async () => (await (await browserClient()).presence.countOnline()).online,
    enabled: isVisitor,
    initialData: loadedCount,
    staleTime: ONLINE_POLL_MS,
    refetchInterval: ONLINE_POLL_MS,
    // The cached count is dropped when the page is left, because the page brings its own count when it is opened again.
    gcTime: 0,
    retry: false,
  }).data;
}

function OnlineCount({ loadedCount }: { loadedCount: number }) {
  const onlineCount = useOnlineCount(loadedCount);
  if (onlineCount < MIN_ONLINE_SHOWN) return null;
  return (
    <p className={clsx(styles.online, 'textSm bold')}>
      <span className="numeric">{numberText(onlineCount)}</span> pessoas online agora
    </p>
  );
}

/** Says what happens to a buyer's money (`docs/product/money.md`). */
function MoneyPromise() {
  const { startHours } = useInstallation();
  return (
    <p className={clsx(styles.promise, 'textSm secondary pretty')}>
      <ShieldCheck className="icon" aria-hidden="true" />
      <span>
        Seu dinheiro fica guardado até o fim. Se o atendimento não começar em{' '}
        {durationInHoursText(startHours)}, volta inteiro.{' '}
        <Link className="link" to="/ajuda/dinheiro">
          Como funciona
        </Link>
      </span>
    </p>
  );
}

interface HomeHeroProps {
  /** Services shown beside the text, with price and seller. */
  services: readonly Service[];
  /** Number of people online when the page was rendered. */
  onlineCount: number;
}

/** Introduction of Guilda for visitors: one text, one button, and services with price and seller. */
export function HomeHero({ services, onlineCount }: HomeHeroProps) {
  const areCallsOffered = useCallsOffered();
  return (
    <section className={clsx(styles.hero, 'onDark onlyVisitors')} data-testid="home-hero">
      <div className={clsx(styles.frame, 'container')}>
        <div className={styles.text}>
          <OnlineCount loadedCount={onlineCount} />
          <h1 className="display2">Tem sempre alguém à{'\u00a0'}mesa.</h1>
          <p className="textLg secondary pretty">
            Contrate quem joga, desenha ou faz companhia:{' '}
            {areCallsOffered && 'uma call pelo Discord ou '}
            um pacote de arquivos, com preço em reais.
          </p>
          <div className={styles.actions}>
            <Button asLink to="/search/services" variant="primary" size="large">
              Ver serviços
            </Button>
            <Button asLink to="/login" size="large">
              Entrar com Google
            </Button>
          </div>
          <MoneyPromise />
        </div>
        {services.length > 0 && (
          <ul className={styles.picks} aria-label="Serviços em destaque">
            {services.map((service, index) => (
              <li key={service.id}>
                <ServiceCard
                  service={service}
                  heading="h2"
                  loading={index === 0 ? 'eager' : 'lazy'}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
