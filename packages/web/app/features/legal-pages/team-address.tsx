/** The team's e-mail address as a link. */
export function TeamAddress({ address }: { address: string }) {
  return (
    <a className="link" href={`mailto:${address}`}>
      {address}
    </a>
  );
}
