interface ListCountProps {
  /** Items shown. */
  count: number;
  /** Whether more can be asked for. */
  more: boolean;
  /** Whether another list is loading. */
  waiting?: boolean | undefined;
  /** Singular and plural of the items. */
  names: readonly [one: string, several: string];
}

function listCountText({ count, more, waiting, names: [one, several] }: ListCountProps): string {
  if (waiting) return 'Carregando…';
  if (count === 0) return 'Nada encontrado.';
  return `${count} ${count === 1 ? one : several}${more ? ', e há mais' : ''}.`;
}

/** Announces the length of a list to screen readers whenever it changes. */
export function ListCount(props: ListCountProps) {
  return (
    <p className="srOnly" role="status">
      {listCountText(props)}
    </p>
  );
}
