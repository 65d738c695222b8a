import clsx from 'clsx';
import * as Radix from 'radix-ui/dialog';
import * as styles from './call-sheet.module.css';

/** CSS class of the font size: longer names are smaller. */
const nameSizeClass = (name: string) => {
  if (name.length <= 22) return 'display2';
  return name.length <= 44 ? 'display3' : 'display4';
};

/** The partner's name as the sheet's heading, with its own text direction. */
export function CallName({ name }: { name: string }) {
  return (
    <Radix.Title className={clsx(styles.name, nameSizeClass(name))} dir="auto">
      {name}
    </Radix.Title>
  );
}
