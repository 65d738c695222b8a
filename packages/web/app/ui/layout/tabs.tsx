import clsx from 'clsx';
import * as Radix from 'radix-ui/tabs';
import { type ReactNode, useEffect, useRef } from 'react';
import * as chip from '../actions/chip.module.css';
import * as styles from './tabs.module.css';

interface TabItem {
  value: string;
  label: string;
  count?: number | undefined;
}

interface TabsProps {
  value: string;
  onChange: (value: string) => void;
  items: readonly TabItem[];
  /** Accessible name of the row of tabs. */
  label: string;
  className?: string | undefined;
  /** Wraps the row of tabs in other content, such as a heading beside it; by default the row is rendered alone. */
  frame?: ((row: ReactNode) => ReactNode) | undefined;
  /** One `TabPanel` per item. */
  children: ReactNode;
}

/** Scrolls the row sideways, without the page, until its selected tab is in sight. */
function showSelectedTab(row: HTMLElement): void {
  const selectedBox = row.querySelector('[data-state="active"]')?.getBoundingClientRect();
  if (!selectedBox) return;
  const { left, right } = row.getBoundingClientRect();
  const margin = Number.parseFloat(getComputedStyle(row).paddingInlineEnd) || 0;
  row.scrollLeft += Math.max(selectedBox.right + margin - right, 0);
  row.scrollLeft -= Math.max(left - (selectedBox.left - margin), 0);
}

/** A row of tabs that switches between panels; arrow keys move between the tabs. */
export function Tabs({ value, onChange, items, label, className, frame, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const countsKey = items.map(({ count }) => count).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab or other widths move the selected tab
  useEffect(() => {
    if (list.current) showSelectedTab(list.current);
  }, [value, countsKey]);
  const row = (
    <Radix.List
      ref={list}
      className={clsx(styles.tabs, 'row gap2')}
      aria-label={label}
      data-ui="tabs"
    >
      {items.map((item) => (
        <Radix.Trigger key={item.value} value={item.value} className={chip.chip} data-ui="chip">
          {item.label}
          {item.count !== undefined && <span className="numeric">{item.count}</span>}
        </Radix.Trigger>
      ))}
    </Radix.List>
  );
  return (
    <Radix.Root value={value} onValueChange={onChange} className={className}>
      {frame ? frame(row) : row}
      {children}
    </Radix.Root>
  );
}

/** Content of a tab; mounted only while the tab is selected. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Radix.Content value={value} className={styles.tabPanel}>
      {children}
    </Radix.Content>
  );
}
