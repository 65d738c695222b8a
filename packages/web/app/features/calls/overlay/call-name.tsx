import * as Radix from 'radix-ui/dialog';

/** The longer a name, the smaller it is written. */
const sizeOf = (name: string) => {
  if (name.length <= 22) return 'd2';
  return name.length <= 44 ? 'd3' : 'd4';
};

/** The other side's name as the sheet's heading, in its own direction. */
export function CallName({ name }: { name: string }) {
  return (
    <Radix.Title className={`lig-q ${sizeOf(name)}`} dir="auto">
      {name}
    </Radix.Title>
  );
}
