import { ServiceCard, type ServiceCardData } from './service-card.tsx';

interface ServiceGridProps {
  services: readonly ServiceCardData[];
  heading?: 'h2' | 'h3' | undefined;
  /** Whether the first card's picture, the page's largest element, is loaded at once instead of lazily. */
  eager?: boolean | undefined;
  /** Whether another list is loading; the grid is greyed out meanwhile. */
  waiting?: boolean | undefined;
}

/** A grid of service cards. */
export function ServiceGrid({ services, heading, eager = false, waiting }: ServiceGridProps) {
  return (
    <ul className="cardGrid" aria-busy={waiting || undefined}>
      {services.map((service, index) => (
        <li key={service.id}>
          <ServiceCard
            service={service}
            heading={heading}
            loading={eager && index === 0 ? 'eager' : 'lazy'}
          />
        </li>
      ))}
    </ul>
  );
}
