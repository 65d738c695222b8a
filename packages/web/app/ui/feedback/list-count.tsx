interface ListCountProps {
  /** Number of items shown. */
  count: number;
  /** Whether the server has more items. */
  more: boolean;
  /** Whether the filters were changed and the new list is still loading. */
  waiting?: boolean | undefined;
  /** Name of the items in singular and plural. */
  names: readonly [one: string, several: string];
}

function listCountText({ count, more, waiting, names: [one, several] }: ListCountProps): string {
  if (waiting) return 'Carregando…';
  if (count === 0) return 'Nada encontrado.';
  return `${count} ${count === 1 ? one : several}${more ? ', e há mais' : ''}.`;
}

/** Announces the number of items to screen readers whenever it changes. */
export function ListCount(props: ListCountProps) {
  return (
    <p className="srOnly" role="status">
      {listCountText(props)}
    </p>
  );
}
