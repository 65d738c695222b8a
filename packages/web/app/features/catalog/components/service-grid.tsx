import { ServiceCard, type ServiceCardData } from './service-card.tsx';

interface ServiceGridProps {
  services: readonly ServiceCardData[];
  heading?: 'h2' | 'h3' | undefined;
  /** How many covers are fetched at once, from the first. */
  eager?: number | undefined;
  /** Whether another list is loading: the grid is greyed until then. */
  waiting?: boolean | undefined;
}

/** Service cards side by side. */
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
