import { ServiceCard, type ServiceCardData } from './service-card.tsx';

interface ServiceGridProps {
  services: readonly ServiceCardData[];
  heading?: 'h2' | 'h3' | undefined;
  /** Number of cards, from the first, whose pictures are loaded at once instead of lazily. */
  eager?: number | undefined;
  /** Whether another list is loading; the grid is greyed out meanwhile. */
  waiting?: boolean | undefined;
}

/** A grid of service cards. */
export function ServiceGrid({ services, heading, eager = 0, waiting }: ServiceGridProps) {
  return (
    <ul className="cardGrid" aria-busy={waiting || undefined}>
      {services.map((service, index) => (
        <li key={service.id}>
          <ServiceCard
            service={service}
            heading={heading}
            loading={index < eager ? 'eager' : 'lazy'}
          />
        </li>
      ))}
    </ul>
  );
}
